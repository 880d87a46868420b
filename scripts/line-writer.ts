/** Several commands write at once: each whole line says whose it is. */
export function lineWriter(name: string, print: (line: string) => void): { write: (text: string) => void; end: () => void } {
  let rest = ''
  const printLine = (line: string) => {
    if (line.trim() !== '') print(`${name.padEnd(10)} │ ${line}\n`)
  }
  return {
    write: (text) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) printLine(line)
    },
    end: () => {
      printLine(rest)
      rest = ''
    },
  }
}
