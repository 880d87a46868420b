import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { OwnAsk } from '../../domain/seasons/substitutes-contract.ts'
import { aFace } from './event-examples.ts'
import { aMatch, aSeason, now, setSeason } from './season-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const viewer = someone
const main = page.getByRole('main')
const dialog = page.getByRole('dialog')
const asked = main.getByRole('region', { name: 'You are asked to play' })
const soon = { startsAt: Date.parse('2031-11-24T01:00Z'), endsAt: Date.parse('2031-11-24T03:00Z') }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})

const openSeason = () => openApp('/team/smashers/seasons/fall', { viewer })
const anAsk = (more: Partial<OwnAsk> = {}): OwnAsk => ({
  ...{ eventId: 'round-7', title: 'Round 7', ...soon, timeZone: 'America/Chicago', placeName: 'Zilker Courts' },
  ...{ homeGroupId: 'aces', awayGroupId: 'gains', state: 'open', doesOwnSidePlay: false, ...more },
})

describe('A person who is asked to take a seat', () => {
  it('says yes with one press, and reads that the seat is theirs', async () => {
    setSeason({ season: aSeason({ me: { kind: 'freeAgent', groupId: null } }), asks: [anAsk()] })
    answerWith({
      'PUT /api/seasons/fall/sessions/round-7/ask/yes': () => {
        setSeason({ asks: [anAsk({ state: 'yes' })] })
        return null
      },
    })
    await openSeason()
    await expect.element(asked).toHaveTextContent('Sunset Aces against Net GainsSunday, Nov 23, 7:00 PM, Zilker Courts')
    await expectNoHorizontalScroll()
    await expectAccessibleInBothThemes()
    await asked.getByRole('button', { name: 'Yes, I can play: Sunset Aces against Net Gains' }).click()
    await expect.element(asked).toHaveTextContent('You have the seat.')
  })

  it('reads that their own side plays then', async () => {
    setSeason({ asks: [anAsk({ doesOwnSidePlay: true })] })
    await openSeason()
    await expect.element(asked).toHaveTextContent('Your own side plays at this time.')
  })

  it('reads that somebody else was faster, and can say no and change their mind', async () => {
    setSeason({ asks: [anAsk()] })
    answerWith({
      'PUT /api/seasons/fall/sessions/round-7/ask/no': () => {
        setSeason({ asks: [anAsk({ state: 'no' })] })
        return null
      },
      'PUT /api/seasons/fall/sessions/round-7/ask/yes': refuse('SubstituteSeatTaken', 'Somebody else already has this seat.'),
    })
    await openSeason()
    await asked.getByRole('button', { name: /^No,/ }).click()
    await expect.element(asked).toHaveTextContent('You said no.')
    setSeason({ asks: [anAsk({ state: 'taken' })] })
    await asked.getByRole('button', { name: /I can play after all/ }).click()
    await expect.element(asked).toHaveTextContent('Somebody else already has this seat.')
  })
})

describe('Substitutes of a game', () => {
  const openSubstitutes = async () => {
    await openSeason()
    await main.getByRole('button', { name: 'More for Sunset Aces against Net Gains' }).click()
    await page.getByRole('menuitem', { name: 'Ask a substitute' }).click()
  }

  it('shows a captain who was asked and what they said, and asks another by hand', async () => {
    setSeason({ upcoming: [aMatch({ eventId: 'round-7', ...soon })] })
    const first = { person: aFace('Ana Lima'), askedAt: now, answer: 'no' as const, isByHand: false }
    const byHand = { person: aFace('Bo Reyes'), askedAt: now, answer: null, isByHand: true }
    answerWith({
      'GET /api/seasons/fall/sessions/round-7/substitutes': { openSeats: 1, asked: [first] },
      'GET /api/seasons/fall/sessions/round-7/substitute-candidates': { people: [{ ...aFace('Bo Reyes'), isSubstitute: true }] },
      [`PUT /api/seasons/fall/sessions/round-7/substitutes/${aFace('Bo Reyes').id}`]: () => {
        answerWith({ 'GET /api/seasons/fall/sessions/round-7/substitutes': { openSeats: 1, asked: [byHand, first] } })
        return null
      },
    })
    await openSubstitutes()
    const list = dialog.getByRole('list', { name: 'Who was asked' }).getByRole('listitem')
    await expect.element(list).toHaveTextContent('Ana LimaSaid no')
    await expect.element(dialog).toHaveTextContent('1 seat is open.')
    await expectAccessibleInBothThemes()
    await dialog.getByRole('combobox', { name: 'Ask a substitute' }).fill('bo')
    await page.getByRole('option', { name: /Bo Reyes/ }).click()
    await dialog.getByRole('button', { name: 'Ask Bo Reyes' }).click()
    await expect.element(list.nth(0)).toHaveTextContent('Bo ReyesAsked by handNo answer yet')
    expect(requestsTo(`PUT /api/seasons/fall/sessions/round-7/substitutes/${aFace('Bo Reyes').id}`)).toHaveLength(1)
  })

  it('are not offered to a player, nor to the captain of another side', async () => {
    const season = aSeason({ me: { kind: 'captain', groupId: 'others' } })
    setSeason({ season, upcoming: [aMatch({ eventId: 'round-7', ...soon })] })
    await openSeason()
    await expect.element(main.getByRole('link', { name: 'Sunset Aces against Net Gains' })).toBeVisible()
    await expect.element(main.getByRole('button', { name: /More for Sunset Aces/ })).not.toBeInTheDocument()
  })
})
