import { expect, it } from 'vitest'
import { judgeExport } from '../../domain/data-exports/rules.ts'

it('A person may have one running export, and three per day', () => {
  expect(judgeExport({ isRunning: false, recentCount: 2 })).toBeNull()
  expect(judgeExport({ isRunning: true, recentCount: 0 })?.code).toBe('ExportRunning')
  expect(judgeExport({ isRunning: false, recentCount: 3 })?.code).toBe('TooManyExports')
})
