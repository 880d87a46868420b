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

/** Opens a page and waits until its service worker runs: from then on new versions are looked for. */
async function visit(page: Page, address: string): Promise<Visit> {
  let loads = 0
  const asked: string[] = []
  page.on('domcontentloaded', () => {
    loads += 1
  })
  page.on('request', (request) => asked.push(request.url()))
  await page.clock.install()
  // A worker may be in charge long before the page has begun to look for newer ones.
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype
    ServiceWorkerContainer.prototype.register = function (...wish) {
      const registered = register.apply(this, wish)
      void registered.then(() => {
        document.documentElement.dataset.registered = 'yes'
      })
      return registered
    }
  })
  await page.goto(address)
  await untilFollowed(page)
  return { loads: () => loads, askedFor: (build) => asked.filter((url) => url.endsWith(`/index-${build}.js`)).length }
}

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

const untilFollowed = (page: Page) =>
  untilWorker(
    page,
    (registration) =>
      registration?.active?.state === 'activated' &&
      navigator.serviceWorker.controller !== null &&
      document.documentElement.dataset.registered === 'yes',
  )

/** Which version the service worker in charge is. */
const readWorkersBuild = (page: Page) =>
  page.evaluate(() => {
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data)
    })
    navigator.serviceWorker.controller?.postMessage('build', [port2])
    return answer
  })

/** Five minutes later the page has looked once more. */
async function passFiveMinutes(page: Page, { looks }: Deployments) {
  const before = looks()
  await page.clock.fastForward(fiveMinutes)
  await patiently.poll(looks, 'the service worker is looked at').toBeGreaterThan(before)
}

/** Five minutes later the page has found something new, which is ready to take over or has done so. */
async function findNewVersion(page: Page, deployments: Deployments) {
  const found = page.context().waitForEvent('serviceworker')
  await passFiveMinutes(page, deployments)
  await found
  await untilSettled(page)
}

/** Long enough for a reload that must not come to have come: letting a new version in takes the browser about a second. */
async function untilSettled(page: Page) {
  await untilWorker(page, (registration) => registration?.installing === null)
  await new Promise((resolve) => setTimeout(resolve, 1800))
}

const nameField = (page: Page) => page.getByLabel('Name of the game')

test('a new version is looked for every five minutes, and loads by itself, once', async ({ page, deployments }) => {
  await page.addInitScript(() => {
    const { update } = ServiceWorkerRegistration.prototype
    ServiceWorkerRegistration.prototype.update = function () {
      sessionStorage.setItem('looks', String(Number(sessionStorage.getItem('looks')) + 1))
      return update.call(this)
    }
  })
  const looks = () => page.evaluate(() => Number(sessionStorage.getItem('looks')))
  const seen = await visit(page, deployments.url)
  deployments.deploy('later')
  await page.clock.fastForward(fiveMinutes - 60_000)
  expect(await looks(), 'looked for too early').toBe(0)
  await page.clock.fastForward(60_000)
  await patiently.poll(seen.loads).toBe(2)
  expect(await looks()).toBe(1)
  await untilFollowed(page)
  expect(seen.askedFor('later')).toBe(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await passFiveMinutes(page, deployments)
  await untilSettled(page)
  expect(seen.loads(), 'loaded again though nothing was new').toBe(2)
})

test('unsaved words in a form are not taken away; the version loads when they are dealt with', async ({ page, deployments }) => {
  const seen = await visit(page, `${deployments.url}/_ui`)
  await nameField(page).fill('Sunrise open play')
  // Out of the field: the unsaved words are reason enough.
  await nameField(page).blur()
  deployments.deploy('later')
  await findNewVersion(page, deployments)
  expect(seen.loads()).toBe(1)
  await expect(nameField(page)).toHaveValue('Sunrise open play')

  await page.getByRole('button', { name: 'Start anew' }).click()
  await patiently.poll(seen.loads).toBe(2)
  await expect(nameField(page)).toHaveValue('')
  await untilSettled(page)
  expect(seen.loads()).toBe(2)
})

test('who is typing is not interrupted, even outside a form', async ({ page, deployments }) => {
  const seen = await visit(page, `${deployments.url}/discover/city-search`)
  const city = page.getByRole('combobox', { name: 'City' })
  await city.pressSequentially('bost')
  deployments.deploy('later')
  await findNewVersion(page, deployments)
  expect(seen.loads()).toBe(1)
  await city.pressSequentially('on')
  await expect(city).toHaveValue('boston')
  await city.blur()
  await patiently.poll(seen.loads).toBe(2)
  await untilFollowed(page)
  expect(seen.askedFor('later')).toBe(1)
})

test('a faulty version that claims to be new for ever reloads the page once', async ({ page, deployments }) => {
  const seen = await visit(page, deployments.url)
  deployments.misdeploy(['broken'])
  await page.clock.fastForward(fiveMinutes)
  await patiently.poll(seen.loads).toBe(2)
  await untilFollowed(page)
  for (let i = 0; i < 2; i++) await findNewVersion(page, deployments)
  expect(seen.loads()).toBe(2)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('two versions that answer in turn, as in a gradual rollout, reload the page once each', async ({ page, deployments }) => {
  const seen = await visit(page, deployments.url)
  deployments.misdeploy(['blue', 'green'])
  for (let i = 0; i < 4; i++) {
    await findNewVersion(page, deployments)
    await untilFollowed(page)
  }
  expect(seen.loads()).toBe(3)
})

test('with two tabs, the one with unsaved words keeps them and follows when it can', async ({ page, context, deployments }) => {
  const busy = await visit(page, `${deployments.url}/_ui`)
  await nameField(page).fill('Sunrise open play')
  await nameField(page).blur()
  const other = await context.newPage()
  const idle = await visit(other, deployments.url)
  deployments.deploy('later')
  await other.clock.fastForward(fiveMinutes)
  await patiently.poll(idle.loads).toBe(2)
  await untilSettled(page)
  expect(busy.loads()).toBe(1)
  await expect(nameField(page)).toHaveValue('Sunrise open play')
  await page.getByRole('button', { name: 'Start anew' }).click()
  await patiently.poll(busy.loads).toBe(2)
  expect(busy.askedFor('later')).toBe(1)
})

test.describe('offline', () => {
  test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('who comes after a new version was put up has it whole at once, and sees nothing older', async ({ page, context, deployments }) => {
    const seen = await visit(page, deployments.url)
    deployments.deploy('later')
    await page.goto(`${deployments.url}/discover/city-search`)
    await patiently.poll(() => readWorkersBuild(page)).toBe('later')
    await untilSettled(page)
    expect(seen.loads(), 'the page is new already').toBe(2)
    await context.setOffline(true)
    await page.goto(deployments.url)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await expect(page.locator('script[src$="/index-later.js"]')).toBeAttached()
  })
})
