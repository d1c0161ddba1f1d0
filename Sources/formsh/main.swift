import Glibc
import Shell

exit(Program.run(Arguments.given))
