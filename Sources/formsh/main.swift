import Glibc
import Shell

exit(Program.run(Array(CommandLine.arguments.dropFirst())))
