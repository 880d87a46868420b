import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportResult, type ImportRow, maxRowsPerRequest } from '../../../domain/roster/contract.ts'
import type { BadRow } from '../../../domain/roster/import-rules.ts'
import { importingRows } from '../queries.ts'
import { makeImportId } from './read-file.ts'

type Run =
  | { state: 'ready' }
  | { state: 'running'; sent: number }
  | { state: 'failed'; error: unknown }
  | { state: 'done'; added: number; refused: BadRow[] }

const reasons: Record<Exclude<ImportResult, 'added'>, string> = {
  exists: 'Your community already has a guest with this email.',
  full: 'Your community has no place for more guests.',
}

/** Sends the rows page by page. After a failure it starts over, because the server adds no row twice. */
export function useImport(teamId: string, onDone: () => void) {
  const [run, setRun] = useState<Run>({ state: 'ready' })
  const { mutateAsync } = useMutation(importingRows(teamId))
  const start = async (bytes: Uint8Array, columns: readonly string[], rows: readonly ImportRow[]) => {
    setRun({ state: 'running', sent: 0 })
    try {
      const importId = await makeImportId(bytes, columns)
      const results = new Map<number, ImportResult>()
      for (let from = 0; from < rows.length; from += maxRowsPerRequest) {
        const answer = await mutateAsync({ importId, rows: rows.slice(from, from + maxRowsPerRequest) })
        for (const { row, result } of answer.results) results.set(row, result)
        setRun({ state: 'running', sent: Math.min(rows.length, from + maxRowsPerRequest) })
      }
      const refused = rows.flatMap(({ row, name }) => {
        const result = results.get(row)
        return result === undefined || result === 'added' ? [] : [{ line: row + 1, text: name, reason: reasons[result] }]
      })
      setRun({ state: 'done', added: rows.length - refused.length, refused })
      onDone()
    } catch (error) {
      setRun({ state: 'failed', error })
    }
  }
  return { ...run, start }
}
