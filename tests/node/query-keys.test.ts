import { describe, expect, it } from 'vitest'
import { cityKey } from '../../domain/cities/keys.ts'
import type { EventPage } from '../../domain/events/contract.ts'
import { placeEventsKey } from '../../domain/events/keys.ts'
import { type InlinedAnswer, inlineAnswer, inlineFirstPage } from '../../domain/query-keys.ts'
import { teamKey } from '../../domain/teams/keys.ts'

const noEvents: EventPage = { events: [], next: null }

describe('an inlined answer', () => {
  it('has the query key that the web uses', () => {
    expect(inlineAnswer(teamKey('a'), null)).toMatchObject({ key: ['teams', 'a'], data: null })
    expect(inlineFirstPage(placeEventsKey('b'), noEvents)).toMatchObject({
      key: ['events', 'place', 'b', 'pages'],
      data: { pages: [noEvents], pageParams: [null] },
    })
  })

  it('does not compile with another shape, or with a key that no contract has', () => {
    // This tests the types: `npm run check` fails if one of these lines compiles.
    // @ts-expect-error The answer for a city is never null.
    const missing = inlineAnswer(cityKey(1), null)
    // @ts-expect-error A list is inlined as its first page.
    const bare = inlineAnswer(placeEventsKey('b'), noEvents)
    // @ts-expect-error This key has no shape.
    const unknown = inlineAnswer(['cities', 1], { id: 1 })
    // @ts-expect-error Only the two functions can create an inlined answer.
    const byHand: InlinedAnswer = { key: ['cities', 1], data: { id: 1 } }
    expect([missing, bare, unknown, byHand]).toHaveLength(4)
  })
})
