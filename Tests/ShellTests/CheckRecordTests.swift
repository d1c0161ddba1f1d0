import Foundation
import TestSupport
import Testing

/// Where the records of a check go: right ones on in any format, wrong ones as they were with their reasons.
@Suite struct CheckRecordTests {
  private static let rows =
    "name,age,gender,email\nKim,30,M,kim@example.org\nLee,0,F,lee@example.org\n"
    + "\"a,b\",007,F,a@b.co\nx,1\n\"say \"\"x\"\"\",5,M,s@x.io\n"

  @Test func rightRecordsGoToStandardOutputInTheFormatThatIsAskedFor() throws {
    let folder = try CheckFolder(["p.csv": Self.rows])
    #expect(
      try folder.check("person", "p.csv", "-f", "csv").output
        == "name,age,gender,email\nKim,30,M,kim@example.org\n\"say \"\"x\"\"\",5,M,s@x.io\n")
    #expect(
      try folder.check("person", "p.csv", "-f", "tsv").output
        == "name\tage\tgender\temail\nKim\t30\tM\tkim@example.org\n\"say \"\"x\"\"\"\t5\tM\ts@x.io\n"
    )
    #expect(
      try folder.check("person", "p.csv", "-f", "json").output == #"""
        {"name":"Kim","age":30,"gender":"M","email":"kim@example.org"}
        {"name":"say \"x\"","age":5,"gender":"M","email":"s@x.io"}

        """#)
    #expect(
      try folder.check("person", "p.csv", "-f", "sh").output
        == "name='Kim'\nage='30'\ngender='M'\nemail='kim@example.org'\n"
        + "name='say \"x\"'\nage='5'\ngender='M'\nemail='s@x.io'\n")
    #expect(try folder.check("person", "p.csv").output == "")
  }

  /// A file that is written otherwise than formsh writes comes out as formsh writes.
  @Test(arguments: [
    "\u{FEFF}name,age,gender,email\r\nKim,30,M,kim@example.org\r\n",
    "name,age,gender,email\rKim,30,M,kim@example.org\r",
    "name,age,gender,email\n\"Kim\",30,\"M\",kim@example.org",
    "age,name,email,gender\n30,Kim,kim@example.org,M\n",
    "name,age,gender,email\n\n\nKim,30,M,kim@example.org\n\n",
  ])
  func theLayoutOfWhatIsReadDoesNotMatter(_ text: String) throws {
    let folder = try CheckFolder(["p.csv": text])
    let outcome = try folder.check("person", "p.csv", "-f", "csv")
    #expect(outcome.output == "name,age,gender,email\nKim,30,M,kim@example.org\n")
    #expect(outcome.error == "1 record: 1 right, 0 wrong\n")
  }

  @Test(arguments: [
    #"{"name":"Kim","age":30,"gender":"M","email":"kim@example.org"}"#,
    #" {"age":30, "name":"K\u0069m","gender":"M","email":"kim@example.org" } "#,
    #"{"email":"kim@example.org","gender":"M","age":30,"name":"Kim"}"#,
  ])
  func jsonIsWrittenInTheFormsOrder(_ line: String) throws {
    let folder = try CheckFolder(["p.jsonl": line])
    #expect(
      try folder.check("person", "p.jsonl", "-f", "json").output
        == #"{"name":"Kim","age":30,"gender":"M","email":"kim@example.org"}"# + "\n")
  }

  @Test func rightRecordsAreAppendedToAFile() throws {
    let folder = try CheckFolder([
      "p.csv": Self.rows, "all.csv": "email,name,gender,age\r\nzoe@example.org,Zoe,F,1\r\n",
    ])
    let outcome = try folder.check("person", "p.csv", "-o", "all.csv")
    #expect(outcome.output == "" && outcome.status == 1)
    #expect(
      folder.text("all.csv")
        == "email,name,gender,age\r\nzoe@example.org,Zoe,F,1\r\n"
        + "kim@example.org,Kim,M,30\r\ns@x.io,\"say \"\"x\"\"\",M,5\r\n")
    _ = try folder.check("person", "p.csv", "-o", "new.jsonl")
    #expect(
      folder.text("new.jsonl")?.split(separator: "\n").count == 2)
  }

  @Test func aDatabaseIsWrittenAndRead() throws {
    let folder = try CheckFolder(["p.csv": Self.rows])
    #expect(try folder.check("person", "p.csv", "-o", "p.db").status == 1)
    let outcome = try folder.check("person", "p.db", "-f", "csv")
    #expect(
      outcome.output
        == "name,age,gender,email\nKim,30,M,kim@example.org\n\"say \"\"x\"\"\",5,M,s@x.io\n")
    #expect(outcome.error == "2 records: 2 right, 0 wrong\n")
  }

  @Test func aDatabaseOfOthersIsJudgedByRow() throws {
    let folder = try CheckFolder()
    let made = try Program.run(
      [
        "p.db",
        "create table person(name,age,gender,email,note);"
          + "insert into person values('Kim',30,'M','kim@example.org',1),"
          + "('Lee',0,'F','lee@example.org',null),('Jo','x','F','jo@example.org',2)",
      ], in: folder.folder.url, program: "/usr/bin/sqlite3")
    #expect(made.status == 0)
    let outcome = try folder.check("person", "p.db", "--rejects", "bad.csv")
    #expect(
      outcome.faults == [
        "p.db: no field is called note",
        "p.db:2: age: 0 is not between 1 and 100",
        "p.db:3: age: x is not a whole number between 1 and 100",
      ])
    #expect(
      folder.text("bad.csv")
        == "name,age,gender,email,reason\nLee,0,F,lee@example.org,age: 0 is not between 1 and 100\n"
        + "Jo,x,F,jo@example.org,age: x is not a whole number between 1 and 100\n")
  }

  @Test func wrongRowsKeepTheirBytesAndGetAColumn() throws {
    let text =
      "\u{FEFF}age,name,gender,email\r\n0,\"a,b\",M,a@b.co\r\n1,Kim,M,a@b.co\r\n 1,\"x\n\"\"\",M,a@b.co\r\n"
      + "1,2\r\n1,2,3,4,5\r\n\"1\"x,2,M,a@b.co\r\n\"1"
    let folder = try CheckFolder(["p.csv": text, "bad.csv": "what was there before"])
    let outcome = try folder.check("person", "p.csv", "--rejects", "bad.csv", "--overwrite")
    #expect(
      folder.text("bad.csv")
        == "age,name,gender,email,reason\r\n"
        + "0,\"a,b\",M,a@b.co,age: 0 is not between 1 and 100\r\n"
        + " 1,\"x\n\"\"\",M,a@b.co,\"age: \"\" 1\"\" is not a whole number between 1 and 100\"\r\n"
        + "1,2,,,\"2 cells, not 4\"\r\n"
        + "1,2,3,4,5,\"5 cells, not 4\"\r\n"
        + "\"\"\"1\"\"x,2,M,a@b.co\",,,,text follows a closing quote\r\n"
        + "\"\"\"1\",,,,a quote is opened and not closed\n")
    #expect(outcome.summary.hasPrefix("7 records: 1 right, 6 wrong"))
  }

  @Test func wrongObjectsKeepTheirBytesAndGetAMember() throws {
    let folder = try CheckFolder([
      "p.jsonl": #"""
      { "name" : "Kim", "age":0,"gender":"M","email":"a@b.co" }
      {}
      {"name":"Kim","age":1,"gender":"X","email":"a@b.co","reason":1}
      {"name":
      12
      """#
    ])
    let missing = ["name", "age", "gender", "email"].map { $0 + ": a value is required" }
      .joined(separator: "; ")
    _ = try folder.check("person", "p.jsonl", "--rejects", "bad.jsonl")
    #expect(
      folder.text("bad.jsonl") == #"""
        { "name" : "Kim", "age":0,"gender":"M","email":"a@b.co" ,"reason":"age: 0 is not between 1 and 100"}
        {"reason":"\#(missing)"}
        {"name":"Kim","age":1,"gender":"X","email":"a@b.co","reason":1,"reason2":"gender: X is not one of M, F"}
        {"line":"{\"name\":","reason":"column 9: expected a value, but the text ends"}
        {"line":"12","reason":"12 is not an object"}

        """#)
  }

  @Test func wrongAnswersKeepTheirLinesAndGetOne() throws {
    let folder = try CheckFolder([
      "a.txt": "Kim\n0\nM\na@b.co\nKim\n1\nM\na@b.co\nLee\n2"
    ])
    _ = try folder.check("person", "a.txt", "--from", "lines", "--rejects", "bad.txt")
    #expect(
      folder.text("bad.txt")
        == "Kim\n0\nM\na@b.co\nage: 0 is not between 1 and 100\nLee\n2\n\n\n2 lines, not 4\n")
  }

  @Test func aColumnCalledReasonIsNotTakenTwice() throws {
    let folder = try CheckFolder([
      "f.json":
        #"{"type":"object","properties":{"reason":{"type":"integer"},"b":{"type":"string"}}}"#,
      "x.csv": "reason,b\nx,y\n",
    ])
    _ = try folder.check("f.json", "x.csv", "--rejects", "bad.csv")
    #expect(
      folder.text("bad.csv") == "reason,b,reason2\nx,y,reason: x is not a whole number\n")
  }

  /// The wrong records, mended, are right: nothing of them was lost.
  @Test func rejectsComeBackWhenMended() throws {
    let folder = try CheckFolder(["p.csv": Self.rows])
    _ = try folder.check("person", "p.csv", "-o", "good.csv", "--rejects", "bad.csv")
    let mended = try #require(folder.text("bad.csv")).replacingOccurrences(
      of: "Lee,0", with: "Lee,9")
    let rows = mended.split(separator: "\n")
    #expect(rows.count == 4)
    try folder.folder.write(
      "again.csv",
      rows.prefix(2).map { $0.replacing(",age: 0 is not between 1 and 100", with: "") }
        .joined(separator: "\n").replacing(",reason", with: "") + "\n")
    #expect(try folder.check("person", "again.csv", "-o", "good.csv").status == 0)
    #expect(
      folder.text("good.csv")
        == "name,age,gender,email\nKim,30,M,kim@example.org\n\"say \"\"x\"\"\",5,M,s@x.io\n"
        + "Lee,9,F,lee@example.org\n")
  }

  @Test func severalFilesHaveOneReportAndOneSummary() throws {
    let folder = try CheckFolder([
      "a.csv": People.header + "Kim,0,M,a@b.co\n",
      "b.csv": People.header + "Kim,1,M,a@b.co\nLee,2,x,a@b.co\n",
    ])
    let outcome = try folder.check("person", "a.csv", "b.csv", "-f", "csv", "--rejects", "bad.csv")
    #expect(
      outcome.said == [
        "a.csv:2: age: 0 is not between 1 and 100", "b.csv:3: gender: x is not one of M, F",
        "3 records: 1 right, 2 wrong; faults: age 1, gender 1",
      ])
    #expect(outcome.output == People.header + "Kim,1,M,a@b.co\n")
    #expect(folder.text("bad.csv")?.split(separator: "\n").count == 3)
  }
}
