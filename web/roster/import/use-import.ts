import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportResult, ImportRow } from '../../../domain/roster/contract.ts'
import { type BadRow, type ColumnKind, splitRows } from '../../../domain/roster/import-rules.ts'
import { importingRows } from '../queries.ts'
import { type LoadedFile, makeImportId } from './read-file.ts'
import { forgetImport, rememberImport } from './unfinished-import.ts'

type Run =
  | { state: 'ready' }
  | { state: 'running'; sent: number }
  | { state: 'failed'; error: unknown }
  | { state: 'done'; added: number; refused: BadRow[] }

const reasons: Record<Exclude<ImportResult, 'added'>, string> = {
  exists: 'Your community already has a guest with this email.',
  full: 'Your community has no place for more guests.',
}

/**
 * Sends the rows part by part. After a failure, or in a new tab, it starts over with the same file, because the server adds no row twice.
 */
export function useImport(teamId: string, onEnd: () => void) {
  const [run, setRun] = useState<Run>({ state: 'ready' })
  const { mutateAsync } = useMutation(importingRows(teamId))
  const start = async ({ name: file, bytes, table: { head } }: LoadedFile, columns: readonly ColumnKind[], rows: readonly ImportRow[]) => {
    const show = (sent: number) => {
      rememberImport(teamId, { file, head, columns, sent, total: rows.length })
      setRun({ state: 'running', sent })
    }
    show(0)
    try {
      const importId = await makeImportId(bytes, columns)
      const results = new Map<number, ImportResult>()
      for (const part of splitRows(rows)) {
        const answer = await mutateAsync({ importId, rows: part })
        for (const { row, result } of answer.results) results.set(row, result)
        show(results.size)
      }
      const refused = rows.flatMap(({ row, name }) => {
        const result = results.get(row)
        return result === undefined || result === 'added' ? [] : [{ line: row + 1, text: name, reason: reasons[result] }]
      })
      forgetImport(teamId)
      setRun({ state: 'done', added: rows.length - refused.length, refused })
    } catch (error) {
      setRun({ state: 'failed', error })
    } finally {
      onEnd()
    }
  }
  return { ...run, start }
}
