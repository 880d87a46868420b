import { expect, type Page } from '@playwright/test'
import { test as base } from './fixtures.ts'
import { setOffline } from './set-offline.ts'
import { type Deployments, startDeployments } from './setup/deployments.ts'
import { serviceWorkerPatience } from './wait-for-service-worker.ts'

const test = base.extend<{ deployments: Deployments }>({
  deployments: async ({ baseURL }, use) => {
    const deployments = await startDeployments(baseURL ?? '')
    await use(deployments)
    await deployments.stop()
  },
})

test.use({ serviceWorkers: 'allow' })

// A new version has many files to load. These tests do not measure how long that takes.
const patientExpect = expect.configure({ timeout: serviceWorkerPatience })

const fiveMinutes = 300_000

type Visit = {
  /** How often the page was loaded. */
  loads: () => number
  /** How often the page asked for the code of this build. */
  askedFor: (build: string) => number
}

/** What the page has done to find and load newer versions since it was loaded. */
type UpdateActivity = { isRegistered: boolean; looks: number; endedLooks: number; takeOvers: number }

/** Opens a page and waits until its service worker runs. From then on the page checks for new versions. */
async function visit(page: Page, address: string): Promise<Visit> {
  let loads = 0
  const asked: string[] = []
  page.on('domcontentloaded', () => {
    loads += 1
  })
  page.on('request', (request) => asked.push(request.url()))
  await page.clock.install()
  await page.addInitScript(() => {
    const watched: UpdateActivity = { isRegistered: false, looks: 0, endedLooks: 0, takeOvers: 0 }
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
  await waitUntilRegistered(page)
  return { loads: () => loads, askedFor: (build) => asked.filter((url) => url.endsWith(`/index-${build}.js`)).length }
}

const readUpdateActivity = (page: Page) => page.evaluate(() => (window as unknown as { watched: UpdateActivity }).watched)

/** Waits until the page's service worker meets a condition. If the page reloads meanwhile, the condition is checked again. */
const waitForWorker = (page: Page, condition: (registration: ServiceWorkerRegistration | undefined) => boolean) =>
  patientExpect
    .poll(() =>
      page
        .evaluate(
          `navigator.serviceWorker.getRegistration().then(${condition}).then((holds) => holds && document.readyState === 'complete')`,
        )
        .catch(() => false),
    )
    .toBe(true)

// The worker may control the page long before the page starts to check for newer versions, so we wait for both.
const waitUntilRegistered = (page: Page) =>
  waitForWorker(
    page,
    (registration) =>
      registration?.active?.state === 'activated' &&
      navigator.serviceWorker.controller !== null &&
      (window as unknown as { watched: UpdateActivity }).watched.isRegistered,
  )

/**
 * Asks a service worker for its build id. A worker that is being replaced may never answer. Do not poll the active one: another can take
 * over only when it has nothing to do, and the browser may wait until nobody has asked it for 30 seconds.
 */
const readBuild = (page: Page, which: 'active' | 'waiting') =>
  page.evaluate(async (state) => {
    const worker = (await navigator.serviceWorker.getRegistration())?.[state]
    if (!worker) return null
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data)
      worker.addEventListener('statechange', () => resolve('replaced'))
    })
    worker.postMessage('build', [port2])
    return answer
  }, which)

/** Moves the clock by five minutes and waits until the page has checked for a new version once more. */
async function passFiveMinutes(page: Page) {
  const { endedLooks } = await readUpdateActivity(page)
  await page.clock.fastForward(fiveMinutes)
  await patientExpect.poll(async () => (await readUpdateActivity(page)).endedLooks, 'the look is over').toBe(endedLooks + 1)
}

/** Moves the clock by five minutes, and expects that the page finds the new version but does not load it. */
async function findWithoutReload(page: Page, build: string) {
  const { takeOvers } = await readUpdateActivity(page)
  await passFiveMinutes(page)
  await waitForWorker(page, (registration) => registration?.installing === null && registration.waiting !== null)
  // An older version may still be waiting when the check ends.
  await patientExpect.poll(() => readBuild(page, 'waiting')).toBe(build)
  // The page asked the worker the same question before. Once the worker has answered us twice, the page has made its decision.
  expect(await readBuild(page, 'waiting')).toBe(build)
  expect((await readUpdateActivity(page)).takeOvers, 'the new version was let in').toBe(takeOvers)
}

const nameField = (page: Page) => page.getByLabel('Name of the game')

test('the page checks for a new version every five minutes and reloads once to use it', async ({ page, deployments }) => {
  const visited = await visit(page, deployments.url)
  deployments.deploy('later')
  await page.clock.fastForward(fiveMinutes - 60_000)
  expect((await readUpdateActivity(page)).looks, 'looked for too early').toBe(0)
  await page.clock.fastForward(60_000)
  await patientExpect.poll(visited.loads).toBe(2)
  await waitUntilRegistered(page)
  expect(visited.askedFor('later')).toBe(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await passFiveMinutes(page)
  await waitForWorker(page, (registration) => registration?.installing === null && registration.waiting === null)
  expect((await readUpdateActivity(page)).takeOvers).toBe(0)
  expect(visited.loads(), 'loaded again though nothing was new').toBe(2)
})

test('a page with unsaved changes does not reload until they are saved or discarded', async ({ page, deployments }) => {
  const visited = await visit(page, `${deployments.url}/_ui`)
  await nameField(page).fill('Sunrise open play')
  // We leave the field, because the unsaved text alone must prevent the reload.
  await nameField(page).blur()
  deployments.deploy('later')
  await findWithoutReload(page, 'later')
  expect(visited.loads()).toBe(1)
  await expect(nameField(page)).toHaveValue('Sunrise open play')
  await page.getByRole('button', { name: 'Start over' }).click()
  await patientExpect.poll(visited.loads).toBe(2)
  await expect(nameField(page)).toHaveValue('')
  await waitUntilRegistered(page)
  expect(visited.askedFor('later')).toBe(1)
})

test('with two tabs open, the tab with unsaved changes reloads later than the other one', async ({ page, context, deployments }) => {
  const visited = await visit(page, `${deployments.url}/_ui`)
  await nameField(page).fill('Sunrise open play')
  await nameField(page).blur()
  const other = await context.newPage()
  const otherVisit = await visit(other, deployments.url)
  deployments.deploy('later')
  await other.clock.fastForward(fiveMinutes)
  await patientExpect.poll(otherVisit.loads).toBe(2)
  await expect(nameField(page)).toHaveValue('Sunrise open play')
  expect(visited.loads()).toBe(1)
  await page.getByRole('button', { name: 'Start over' }).click()
  await patientExpect.poll(visited.loads).toBe(2)
})

test('a broken version, or two versions that alternate, reload the page only once each', async ({ page, deployments }) => {
  const visited = await visit(page, deployments.url)
  const findAndReload = async (build: string, loads: number) => {
    deployments.misdeploy([build])
    await page.clock.fastForward(fiveMinutes)
    await patientExpect.poll(visited.loads).toBe(loads)
    await waitUntilRegistered(page)
  }
  await findAndReload('broken', 2)
  for (let i = 0; i < 2; i++) await findWithoutReload(page, 'broken')

  await findAndReload('blue', 3)
  await findAndReload('green', 4)
  for (const build of ['blue', 'green']) {
    deployments.misdeploy([build])
    await findWithoutReload(page, build)
  }
  expect(visited.loads()).toBe(4)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test.describe('offline', () => {
  test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('a visitor who comes after a release can open every screen of the new version, and no older one', async ({
    page,
    context,
    deployments,
  }) => {
    const visited = await visit(page, deployments.url)
    deployments.deploy('later')
    await page.goto(`${deployments.url}/`)
    await waitForWorker(
      page,
      (registration) =>
        (window as unknown as { watched: UpdateActivity }).watched.takeOvers > 0 &&
        registration?.waiting === null &&
        registration.active?.state === 'activated',
    )
    expect(await readBuild(page, 'active')).toBe('later')
    await waitUntilRegistered(page)
    expect(visited.loads(), 'the page is new already').toBe(2)
    // The screens must come from the precache, so we delete the files that were cached on use.
    await page.evaluate(() => caches.delete('assets'))
    await setOffline(context, true)
    await page.goto(`${deployments.url}/discover/city-search`)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await expect(page.locator('script[src$="/index-later.js"]')).toBeAttached()
    await expect(page.getByRole('heading', { level: 1, name: 'Find your city' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'City' })).toBeVisible()
    expect(visited.loads()).toBe(3)
  })
})
