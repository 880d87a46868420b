import { AppError } from '../errors.ts'
import { day, hour } from '../time/spans.ts'

export const maxExportsPerDay = 3
export const exportDay = day

/** One that has not come to an end by then never will. */
export const exportGivenUpAfter = hour

/** Why a person may not ask for another one now. */
export function judgeExport({ running, lately }: { running: boolean; lately: number }): AppError | null {
  if (running) return new AppError('ExportRunning')
  return lately >= maxExportsPerDay ? new AppError('ExportsUsedUp', { values: { max: maxExportsPerDay } }) : null
}
