/** Prefixes each line with the name of its command, because several commands print at the same time. */
export function createLineWriter(name: string, print: (line: string) => void): { write: (text: string) => void; end: () => void } {
  let unfinishedLine = ''
  const printLine = (line: string) => {
    if (line.trim() !== '') print(`${name.padEnd(10)} │ ${line}\n`)
  }
  return {
    write: (text) => {
      const lines = (unfinishedLine + text).split('\n')
      unfinishedLine = lines.pop() ?? ''
      for (const line of lines) printLine(line)
    },
    end: () => {
      printLine(unfinishedLine)
      unfinishedLine = ''
    },
  }
}
