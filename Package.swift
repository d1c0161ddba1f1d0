// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]
// The compiler checks that memory is used safely; what it cannot check, such as a call of C, says so where it stands.
let pure = strict + [.strictMemorySafety()]

let package = Package(
  name: "formsh",
  products: [
    // What the tests load before the program to make its system calls fail.
    .library(name: "FaultInjector", type: .dynamic, targets: ["FaultInjector"])
  ],
  targets: [
    .systemLibrary(name: "CEditline", providers: [.apt(["libedit-dev"])]),
    .systemLibrary(name: "CPCRE2", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "JSONText", swiftSettings: pure),
    .target(name: "Forms", swiftSettings: pure),
    .target(
      name: "FormFiles", dependencies: ["Forms", "JSONText", "CPCRE2", "CSQLite"],
      swiftSettings: pure),
    .target(
      name: "Records", dependencies: ["Forms", "JSONText", "CSQLite"], swiftSettings: strict),
    .target(name: "LineInput", dependencies: ["CEditline"], swiftSettings: pure),
    .target(
      name: "Shell", dependencies: ["Forms", "FormFiles", "Records", "LineInput", "JSONText"],
      swiftSettings: strict),
    .executableTarget(name: "formsh", dependencies: ["Shell"], swiftSettings: strict),
    // Appends records as several processes do, for the tests of Records.
    .executableTarget(
      name: "RecordsProbe", dependencies: ["Records", "Forms"], path: "Tests/RecordsProbe",
      swiftSettings: strict),
    .target(name: "FaultInjector", path: "Tests/FaultInjector"),
    .target(
      name: "TestSupport", path: "Tests/Support", exclude: ["leaks.txt"], swiftSettings: strict),
    .testTarget(name: "JSONTextTests", dependencies: ["JSONText"], swiftSettings: strict),
    .testTarget(
      name: "FormsTests", dependencies: ["Forms"], exclude: ["Cases"], swiftSettings: strict),
    .testTarget(
      name: "FormFilesTests", dependencies: ["FormFiles", "Forms", "JSONText"], exclude: ["Cases"],
      swiftSettings: strict),
    .testTarget(
      name: "RecordsTests",
      dependencies: ["Records", "RecordsProbe", "Forms", "JSONText", "TestSupport"],
      exclude: ["Cases"], swiftSettings: strict),
    // Asks a few questions, so that tests of the prompt need nothing else of the product.
    .executableTarget(
      name: "prompt-probe", dependencies: ["LineInput"], path: "Tests/PromptProbe",
      swiftSettings: strict),
    .testTarget(
      name: "LineInputTests", dependencies: ["LineInput", "prompt-probe", "TestSupport"],
      exclude: ["Cases"], swiftSettings: strict),
    .testTarget(
      name: "ShellTests", dependencies: ["Shell", "formsh", "TestSupport"],
      exclude: ["Cases", "Transcripts"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
