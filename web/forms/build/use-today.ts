import { getLocalTimeZone, today } from '@internationalized/date'
import { minute } from '../../../domain/time/spans.ts'
import { useNow } from '../../ui/use-now.ts'

/** The day on this device, as YYYY-MM-DD. It changes at midnight. */
export function useToday(): string {
  useNow(minute)
  return today(getLocalTimeZone()).toString()
}
