import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { maxImportRows } from '../../../domain/roster/contract.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { type LoadedFile, readFileTable } from './read-file.ts'

const maxFileSize = 5 * 1024 * 1024

/** Why the file cannot be imported, if so. */
function judgeTable({ table }: LoadedFile): string | null {
  if (table.rows.length === 0) return 'This file has no rows after its head.'
  if (table.rows.length <= maxImportRows) return null
  const count = table.rows.length.toLocaleString('en-US')
  return `This file has ${count} rows. You can import up to ${maxImportRows.toLocaleString('en-US')} at once, so split it into several files.`
}

export function ChooseFile({ onOpen }: { onOpen: (file: LoadedFile) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async (file: File) => {
    if (file.size > maxFileSize) return setProblem('This file is larger than 5 MB. Split it into several files, or leave out columns.')
    setReading(true)
    setProblem(null)
    try {
      const buffer = await file.arrayBuffer()
      const bytes = new Uint8Array(buffer.slice(0))
      const loaded = { name: file.name, bytes, table: await readFileTable(buffer) }
      const refusal = judgeTable(loaded)
      if (refusal) setProblem(refusal)
      else onOpen(loaded)
    } catch {
      setProblem('We could not read this file. Save it as CSV and try again.')
    } finally {
      setReading(false)
    }
  }
  return (
    <div className="grid justify-items-start gap-3">
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file"
        className="hidden"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Choosing the same file again must trigger a change.
          currentTarget.value = ''
          if (file) void read(file)
        }}
      />
      <Button variant="primary" onClick={() => input.current?.click()} isPending={isReading} pendingLabel="Reading the file">
        <Upload size={18} aria-hidden="true" /> Choose a file
      </Button>
      <div role="status">{problem && <FieldError>{problem}</FieldError>}</div>
    </div>
  )
}
