const halfDay = 12 * 60

/**
 * Reads a typed time such as '6', '6:30p', '1830', '6.30 pm' or 'noon'. Returns minutes since midnight: none, one time, or
 * two times (AM and PM) if the text fits both. Incomplete text counts as well: '5:3' means 5:30.
 */
export function readTypedTime(text: string): number[] {
  const typed = text.toLowerCase().replace(/[\s.]/g, '')
  if (typed === 'noon') return [halfDay]
  if (typed === 'midnight') return [0]
  const [, hourText = '', minuteText = '', half] =
    /^(\d{1,2}):(\d{0,2})([ap]?)m?$/.exec(typed) ?? /^(\d{1,2})(\d\d)?([ap]?)m?$/.exec(typed) ?? /^(\d)(\d\d)([ap]?)m?$/.exec(typed) ?? []
  const hour = Number(hourText)
  const minutes = Number(minuteText.padEnd(2, '0'))
  if (hourText === '' || minutes > 59 || hour > 24 || (hour === 24 && minutes > 0)) return []
  if (hour === 0 || hour > 12) return half ? [] : [hour * 60 + minutes]
  const morning = (hour % 12) * 60 + minutes
  if (half === 'a') return [morning]
  return half === 'p' ? [morning + halfDay] : [morning, morning + halfDay]
}
