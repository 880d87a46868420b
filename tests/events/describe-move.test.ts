import { describe, expect, it } from 'vitest'
import { describeScopes } from '../../domain/events/describe-move.ts'

const saturday = '2027-02-06T18:00'

describe('What a change means for the other dates', () => {
  it.each([
    ['by days', '2027-02-08T18:00', 'Each game moves 2 days later.'],
    ['to the day before', '2027-02-05T18:00', 'Each game moves a day earlier.'],
    ['over the end of a month and a change of the clocks', '2027-03-20T18:00', 'Each game moves 42 days later.'],
    ['by time', '2027-02-06T18:30', 'Each game moves to 6:30 PM.'],
    ['by both', '2027-02-07T09:00', 'Each game moves a day later, to 9 AM.'],
    ['to an earlier day and time', '2027-01-30T00:15', 'Each game moves 7 days earlier, to 12:15 AM.'],
  ])('that moves it %s is a sentence for each choice', (_, starts, move) => {
    expect(describeScopes({ before: { starts: saturday }, after: { starts } })).toEqual({
      this: 'The other dates do not change.',
      following: `${move} Earlier dates do not change.`,
      all: move,
    })
  })

  it('that does not move it names no move', () => {
    expect(describeScopes({ before: { starts: saturday }, after: { starts: saturday } })).toEqual({
      this: 'The other dates do not change.',
      following: 'Earlier dates do not change.',
      all: 'Each game gets what you changed now, and nothing else.',
    })
  })
})
