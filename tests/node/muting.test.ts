import { describe, expect, it } from 'vitest'
import { muteForever } from '../../domain/messages/mute-forever.ts'
import { isMuted, listMuteTimes } from '../../domain/messages/muting.ts'

const at = (text: string) => Date.parse(text)

describe('The times for which a conversation is muted', () => {
  it('end in the morning of the own clock, also when the clocks change in the night', () => {
    const [hour, morning, week, forever] = listMuteTimes(at('2026-03-08T04:30:00Z'), 'America/New_York').map(({ until }) => until)
    expect(hour).toBe(at('2026-03-08T05:30:00Z'))
    // There it is still Saturday evening, and summer time starts in the night.
    expect(morning).toBe(at('2026-03-08T12:00:00Z'))
    expect(week).toBe(at('2026-03-15T04:30:00Z'))
    expect(forever).toBe(muteForever)
  })

  it('are over at their end', () => {
    expect([null, 9, 10, 11].map((mutedUntil) => isMuted({ mutedUntil }, 10))).toEqual([false, false, false, true])
  })
})
