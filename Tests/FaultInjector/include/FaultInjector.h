// A library that is loaded before a program (LD_PRELOAD) and makes its system calls fail.
//
// FAULT_FOLDER   the folder whose files are looked at; calls on other files pass untouched
// FAULT_RULES    rules separated by `;`, each `call:class:when:what`
// FAULT_LOG      a file that gets a line `call class` for every call that a rule could name
// FAULT_LIMIT    after so many calls the program is in an endless loop: it says so in the log and is killed
// FAULT_CPU      so many seconds of processor time the program may take
// FAULT_READY    a FIFO that is told, in two words of 4 bytes, how many bytes were read of the terminal and how
//                many shown there, whenever the program has read all and is about to wait
// FAULT_SHRINK   the length that `shrink` cuts a file to
// FAULT_CUT      a file that gets what `shrink` cut off
// FAULT_GROW     the text that `grow` appends
//
// call   open stat fstat access readlink read pread write pwrite lseek sync truncate flock lock unlink mmap poll
// class  i o e (descriptors 0, 1, 2), t (the terminal, opened by name), f (data file and its companions),
//        j (journal), s (a file that is read: `in.*`), r (a file of wrong records: `wrong.*`), d (the folder), * (any)
// when   n (the n-th call of this kind and class), n+ (from then on), * (each)
// what   E<number> (fails with this error), short (half of the bytes), short<number> (half of the bytes, from
//        then on this error), zero (gives nothing), kill (SIGKILL before the call), after (SIGKILL after it),
//        torn (half of the bytes, then SIGKILL), shrink and grow (somebody else changes the file after the call)
#pragma once
