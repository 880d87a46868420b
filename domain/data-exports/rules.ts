import { AppError } from '../errors.ts'
import { day, hour } from '../time/spans.ts'

export const maxExportsPerDay = 3
export const exportLimitPeriod = day

/** An export that takes longer than this has failed. */
export const exportTimeout = hour

/** Why a person may not request another export now. */
export function judgeExport({ isRunning, recentCount }: { isRunning: boolean; recentCount: number }): AppError | null {
  if (isRunning) return new AppError('ExportRunning')
  return recentCount >= maxExportsPerDay ? new AppError('TooManyExports', { values: { max: maxExportsPerDay } }) : null
}
