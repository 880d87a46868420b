import { expect, it } from 'vitest'
import { judgeExport } from '../../domain/data-exports/rules.ts'

it('One export at a time, three a day', () => {
  expect(judgeExport({ running: false, lately: 2 })).toBeNull()
  expect(judgeExport({ running: true, lately: 0 })?.code).toBe('ExportRunning')
  expect(judgeExport({ running: false, lately: 3 })?.code).toBe('ExportsUsedUp')
})
