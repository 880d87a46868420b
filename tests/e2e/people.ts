import { type Browser, expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

const austin = 4671654
let count = 0

export type NewPerson = { id: string; name: string; email: string }

/** Signs this page in as a new person with a complete profile, whom no other test uses. */
export async function signInAsNewPerson(page: Page, name: string, { getsNearbyNotifications = true } = {}): Promise<NewPerson> {
  count += 1
  const id = `e2e-${test.info().project.name}-${Date.now().toString(36)}-${count}`
  const viewer = { id, name, emailVerified: true, profileComplete: false }
  expect((await page.request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
  // Other tests create people nearby, whose notifications would disturb tests that count notifications.
  for (const channel of getsNearbyNotifications ? [] : ['email', 'push']) {
    const data = { topic: 'usersJoinNearby', channel, isOn: false }
    expect((await page.request.patch('/api/notifications/settings', { data })).status()).toBe(204)
  }
  const response = await page.request.post('/api/profiles/me', {
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
      privacy: {
        messagesFromAnyone: true,
        publicBadges: true,
        publicOnlineStatus: false,
        publicUpcomingGames: true,
        publicHours: true,
        publicLinkPreview: false,
      },
    },
  })
  expect(response.status(), await response.text()).toBe(201)
  return { id, name, email: `${id}@local.test` }
}

/** Opens a page in a second browser context, for a second person. The context is closed when the test ends. */
export const openOtherPage = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage()

/** Waits until the server has saved a change that the page shows at once. Use it before a reload. */
export async function waitForSave(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  const responsePromise = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.url().includes(path))
  await act()
  expect((await responsePromise).ok()).toBe(true)
}

/** Expects that no content is wider than the screen, once the page fits a size that it was just given. */
export const expectNoHorizontalScroll = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), { message: 'wider than the screen' })
    .toBeLessThanOrEqual(0)
