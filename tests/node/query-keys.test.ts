import { describe, expect, it } from 'vitest'
import { cityKey } from '../../domain/cities/keys.ts'
import type { EventPage } from '../../domain/events/contract.ts'
import { placeEventsKey } from '../../domain/events/keys.ts'
import { type InlinedAnswer, inlineAnswer, inlineFirstPage } from '../../domain/query-keys.ts'
import { teamKey } from '../../domain/teams/keys.ts'

const noEvents: EventPage = { events: [], next: null }

describe('an answer that is inlined', () => {
  it('stands under the key that the web asks with', () => {
    expect(inlineAnswer(teamKey('a'), null)).toMatchObject({ key: ['teams', 'a'], data: null })
    expect(inlineFirstPage(placeEventsKey('b'), noEvents)).toMatchObject({
      key: ['events', 'place', 'b', 'pages'],
      data: { pages: [noEvents], pageParams: [null] },
    })
  })

  it('is refused by the compiler in another shape, or under a key of no contract', () => {
    // What is tested is the compiler: `npm run check` fails where one of these lines compiles.
    // @ts-expect-error The city is always there, or nothing is inlined.
    const missing = inlineAnswer(cityKey(1), null)
    // @ts-expect-error A list is inlined as its first page.
    const bare = inlineAnswer(placeEventsKey('b'), noEvents)
    // @ts-expect-error This key has no shape.
    const unknown = inlineAnswer(['cities', 1], { id: 1 })
    // @ts-expect-error Nothing is inlined but by the two functions.
    const byHand: InlinedAnswer = { key: ['cities', 1], data: { id: 1 } }
    expect([missing, bare, unknown, byHand]).toHaveLength(4)
  })
})
