import { type Browser, expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

const austin = 4671654
let count = 0

export type NewPerson = { id: string; name: string; email: string }

/** Signs this page in as someone new with a profile of their own, whom no other test knows. */
export async function becomePerson(page: Page, name: string, { hearsOfNewcomers = true } = {}): Promise<NewPerson> {
  count += 1
  const id = `e2e-${test.info().project.name}-${Date.now().toString(36)}-${count}`
  const viewer = { id, name, emailVerified: true, profileComplete: false }
  expect((await page.request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
  // Where notices are counted, those of whom other tests let arrive are none of them.
  for (const channel of hearsOfNewcomers ? [] : ['email', 'push']) {
    const data = { topic: 'usersJoinNearby', channel, isOn: false }
    expect((await page.request.patch('/api/notifications/settings', { data })).status()).toBe(204)
  }
  const made = await page.request.post('/api/profiles/me', {
    data: {
      displayName: name,
      fullName: name,
      cityId: austin,
      gender: null,
      pronoun: 'They/Them',
      joinReason: 'Find-people',
      bio: `${name} plays most evenings.`,
      activities: [
        { activity: 'pickleball', level: 3, isOn: true },
        { activity: 'soccer', level: null, isOn: true },
      ],
      privacy: { messagesFromAnyone: true, publicBadges: true, publicOnlineStatus: false, publicUpcomingGames: true },
    },
  })
  expect(made.status(), await made.text()).toBe(201)
  return { id, name, email: `${id}@local.test` }
}

/** A browser of its own, for the other of two; it is as this test's own, and closed with it. */
export const openOther = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage()

/** What shows at once is shown before the server has it: before a page is loaded anew, that is waited for. */
export async function untilSaved(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.url().includes(path))
  await act()
  expect((await answered).ok()).toBe(true)
}

/** Nothing on the page reaches past the screen's edge. */
export async function expectNoSideways(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
