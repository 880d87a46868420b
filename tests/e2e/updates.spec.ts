import { expect, type Page } from '@playwright/test'
import { test as base } from './fixtures.ts'
import { type Deployments, startDeployments } from './setup/deployments.ts'

const test = base.extend<{ deployments: Deployments }>({
  deployments: async ({ baseURL }, use) => {
    const deployments = await startDeployments(baseURL ?? '')
    await use(deployments)
    await deployments.stop()
  },
})

// A new version is many files to fetch: how long that takes is not what is tested here.
test.describe.configure({ timeout: 90_000 })
const patiently = expect.configure({ timeout: 25_000 })

const fiveMinutes = 300_000

type Visit = {
  /** How often the page was loaded. */
  loads: () => number
  /** How often the page asked for the code of this build. */
  askedFor: (build: string) => number
}

/** What the page did about newer versions since it was loaded. */
type Watched = { isRegistered: boolean; looks: number; endedLooks: number; takeOvers: number }

/** Opens a page and waits until its service worker runs: from then on new versions are looked for. */
async function visit(page: Page, address: string): Promise<Visit> {
  let loads = 0
  const asked: string[] = []
  page.on('domcontentloaded', () => {
    loads += 1
  })
  page.on('request', (request) => asked.push(request.url()))
  await page.clock.install()
  await page.addInitScript(() => {
    const watched: Watched = { isRegistered: false, looks: 0, endedLooks: 0, takeOvers: 0 }
    Object.assign(window, { watched })
    const { register } = ServiceWorkerContainer.prototype
    ServiceWorkerContainer.prototype.register = function (...wish) {
      const registered = register.apply(this, wish)
      void registered.then(() => {
        watched.isRegistered = true
      })
      return registered
    }
    const { update } = ServiceWorkerRegistration.prototype
    ServiceWorkerRegistration.prototype.update = function () {
      watched.looks += 1
      const ended = () => {
        watched.endedLooks += 1
      }
      const looked = update.call(this)
      looked.then(ended, ended)
      return looked
    }
    const { postMessage } = ServiceWorker.prototype
    ServiceWorker.prototype.postMessage = function (...words: unknown[]) {
      if (words[0] === 'take-over') watched.takeOvers += 1
      Reflect.apply(postMessage, this, words)
    }
  })
  await page.goto(address)
  await untilFollowed(page)
  return { loads: () => loads, askedFor: (build) => asked.filter((url) => url.endsWith(`/index-${build}.js`)).length }
}

const watchedBy = (page: Page) => page.evaluate(() => (window as unknown as { watched: Watched }).watched)

/** Whether the page's worker is as asked. A reload in between only means to ask again. */
const untilWorker = (page: Page, condition: (registration: ServiceWorkerRegistration | undefined) => boolean) =>
  patiently
    .poll(() =>
      page
        .evaluate(
          `navigator.serviceWorker.getRegistration().then(${condition}).then((holds) => holds && document.readyState === 'complete')`,
        )
        .catch(() => false),
    )
    .toBe(true)

// A worker may be in charge long before the page has begun to look for newer ones.
const untilFollowed = (page: Page) =>
  untilWorker(
    page,
    (registration) =>
      registration?.active?.state === 'activated' &&
      navigator.serviceWorker.controller !== null &&
      (window as unknown as { watched: Watched }).watched.isRegistered,
  )

/** Which version a service worker is. */
const readBuild = (page: Page, which: 'active' | 'waiting') =>
  page.evaluate(async (state) => {
    const registration = await navigator.serviceWorker.getRegistration()
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data)
    })
    registration?.[state]?.postMessage('build', [port2])
    return answer
  }, which)

/** Five minutes later the page has looked once more, and knows what is there. */
async function passFiveMinutes(page: Page) {
  const { endedLooks } = await watchedBy(page)
  await page.clock.fastForward(fiveMinutes)
  await patiently.poll(async () => (await watchedBy(page)).endedLooks, 'the look is over').toBe(endedLooks + 1)
}

/** Five minutes later the page has found something new, and leaves it waiting. */
async function findAndLeave(page: Page, build: string) {
  const { takeOvers } = await watchedBy(page)
  await passFiveMinutes(page)
  await untilWorker(page, (registration) => registration?.installing === null && registration.waiting !== null)
  // The page asked this first: when the worker has answered twice more, what the page decided is done.
  expect(await readBuild(page, 'waiting')).toBe(build)
  expect(await readBuild(page, 'waiting')).toBe(build)
  expect((await watchedBy(page)).takeOvers, 'the new version was let in').toBe(takeOvers)
}

const nameField = (page: Page) => page.getByLabel('Name of the game')

test('a new version is looked for every five minutes, and loads by itself, once', async ({ page, deployments }) => {
  const seen = await visit(page, deployments.url)
  deployments.deploy('later')
  await page.clock.fastForward(fiveMinutes - 60_000)
  expect((await watchedBy(page)).looks, 'looked for too early').toBe(0)
  await page.clock.fastForward(60_000)
  await patiently.poll(seen.loads).toBe(2)
  await untilFollowed(page)
  expect(seen.askedFor('later')).toBe(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await passFiveMinutes(page)
  await untilWorker(page, (registration) => registration?.installing === null && registration.waiting === null)
  expect((await watchedBy(page)).takeOvers).toBe(0)
  expect(seen.loads(), 'loaded again though nothing was new').toBe(2)
})

test('unsaved words are not taken away; the version loads when they are dealt with', async ({ page, deployments }) => {
  const seen = await visit(page, `${deployments.url}/_ui`)
  await nameField(page).fill('Sunrise open play')
  // Out of the field: the unsaved words are reason enough.
  await nameField(page).blur()
  deployments.deploy('later')
  await findAndLeave(page, 'later')
  expect(seen.loads()).toBe(1)
  await expect(nameField(page)).toHaveValue('Sunrise open play')
  await page.getByRole('button', { name: 'Start over' }).click()
  await patiently.poll(seen.loads).toBe(2)
  await expect(nameField(page)).toHaveValue('')
  await untilFollowed(page)
  expect(seen.askedFor('later')).toBe(1)
})

test('with two tabs, the one with unsaved words keeps them and follows when it can', async ({ page, context, deployments }) => {
  const seen = await visit(page, `${deployments.url}/_ui`)
  await nameField(page).fill('Sunrise open play')
  await nameField(page).blur()
  const other = await context.newPage()
  const seenByOther = await visit(other, deployments.url)
  deployments.deploy('later')
  await other.clock.fastForward(fiveMinutes)
  await patiently.poll(seenByOther.loads).toBe(2)
  await expect(nameField(page)).toHaveValue('Sunrise open play')
  expect(seen.loads()).toBe(1)
  await page.getByRole('button', { name: 'Start over' }).click()
  await patiently.poll(seen.loads).toBe(2)
})

test('versions that never settle, faulty or rolled out step by step, reload the page once each', async ({ page, deployments }) => {
  const seen = await visit(page, deployments.url)
  const find = async (build: string, loads: number) => {
    deployments.misdeploy([build])
    await page.clock.fastForward(fiveMinutes)
    await patiently.poll(seen.loads).toBe(loads)
    await untilFollowed(page)
  }
  await find('broken', 2)
  for (let i = 0; i < 2; i++) await findAndLeave(page, 'broken')

  await find('blue', 3)
  await find('green', 4)
  for (const build of ['blue', 'green']) {
    deployments.misdeploy([build])
    await findAndLeave(page, build)
  }
  expect(seen.loads()).toBe(4)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test.describe('offline', () => {
  test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('who comes after a new version was put up has every screen of it at once, and sees nothing older', async ({
    page,
    context,
    deployments,
  }) => {
    const seen = await visit(page, deployments.url)
    deployments.deploy('later')
    await page.goto(`${deployments.url}/`)
    await patiently.poll(() => readBuild(page, 'active')).toBe('later')
    await untilFollowed(page)
    expect(seen.loads(), 'the page is new already').toBe(2)
    // What was kept along the way is not what it stands on.
    await page.evaluate(() => caches.delete('assets'))
    await context.setOffline(true)
    await page.goto(`${deployments.url}/discover/city-search`)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await expect(page.locator('script[src$="/index-later.js"]')).toBeAttached()
    await expect(page.getByRole('heading', { level: 1, name: 'Find your city' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'City' })).toBeVisible()
    expect(seen.loads()).toBe(3)
  })
})
