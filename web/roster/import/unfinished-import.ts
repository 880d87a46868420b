import type { ColumnKind } from '../../../domain/roster/import-rules.ts'
import { withStorage } from '../../storage.ts'

/** An import that was started on this device and did not end, because the tab was closed or the network was lost. */
export type UnfinishedImport = { file: string; head: readonly string[]; columns: readonly ColumnKind[]; sent: number; total: number }

const keyOf = (teamId: string) => `import ${teamId}`

export const rememberImport = (teamId: string, unfinished: UnfinishedImport) =>
  withStorage((storage) => storage.setItem(keyOf(teamId), JSON.stringify(unfinished)))

export const forgetImport = (teamId: string) => withStorage((storage) => storage.removeItem(keyOf(teamId)))

export const readUnfinishedImport = (teamId: string): UnfinishedImport | null =>
  withStorage((storage) => JSON.parse(storage.getItem(keyOf(teamId)) ?? 'null') as UnfinishedImport | null)
