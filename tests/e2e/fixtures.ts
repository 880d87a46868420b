import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { findBrowser, isPackaged } from '../../scripts/find-browser.ts'
import { waitForColorTransitions } from '../components/setup/wait-for-color-transitions.ts'
import { type Product, startProduct } from './setup/start-product.ts'

type Fixtures = {
  /** Console and page errors that a test causes on purpose: `test.use({ allowedErrors: /409|Crashed/ })`. */
  allowedErrors: RegExp
  /** The address of the sandbox, which replaces external services such as the mailbox. */
  sandboxUrl: string
  wholeBrowser: undefined
  failOnErrors: undefined
  closeOthers: undefined
}

type WorkerFixtures = {
  /** Each worker process of the test runner has its own product and demo world. */
  product: Product
}

/** A test in a real browser against the built product. It fails on any console error that it did not allow. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    async ({ browserName: _ }, use, { parallelIndex }) => {
      const { stop, ...product } = await startProduct(parallelIndex)
      await use(product)
      await stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  sandboxUrl: async ({ product }, use) => use(product.sandboxUrl),
  wholeBrowser: [
    async ({ browserName: _ }, use, { tags }) => {
      const isUnsupported = tags.includes('@whole-browser') && isPackaged(await findBrowser())
      // We keep this skip: some machines only have the packaged browser, which can run all tests but these.
      test.skip(isUnsupported, 'The packaged headless browser cannot do this: install Chrome or Chromium to run it.')
      await use(undefined)
    },
    { auto: true },
  ],
  allowedErrors: [/(?!)/, { option: true }],
  failOnErrors: [
    async ({ context, allowedErrors }, use) => {
      const errors: string[] = []
      const recordError = (text: string) => {
        if (!allowedErrors.test(text)) errors.push(text)
      }
      context.on('console', (message) => {
        if (message.type() === 'error') recordError(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (event) => recordError(String(event.error())))
      await use(undefined)
      expect(errors, 'errors in the console that the test did not announce').toEqual([])
    },
    { auto: true },
  ],
  // The browser stays open after a test. Pages that other people of the test left open would keep sending requests.
  closeOthers: [
    async ({ browser, context }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((other) => (other === context ? null : other.close())))
    },
    { auto: true },
  ],
})

/** The numbers of these products are above those of the worker processes. */
const firstOwnProduct = 4

/** For a test that moves the clock: it has a product of its own, because the clock never goes back. */
export const testWithOwnProduct = test.extend<{ ownProduct: Product }>({
  ownProduct: [
    async ({ browserName: _ }, use, { parallelIndex }) => {
      const { stop, ...product } = await startProduct(firstOwnProduct + parallelIndex)
      await use(product)
      await stop()
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ ownProduct }, use) => use(ownProduct.url),
  sandboxUrl: async ({ ownProduct }, use) => use(ownProduct.sandboxUrl),
})

/** Expects no serious or critical accessibility fault on the current page and in its frames, by all rules or by these. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  const { origin } = new URL(page.url())
  const foreign = page.frames().filter((frame) => frame.url().startsWith('http') && new URL(frame.url()).origin !== origin)
  for (const frame of [page, ...foreign]) await frame.evaluate(waitForColorTransitions)
  // Only for frames of other sites does axe need a second page, in which it merges the results.
  const axe = new AxeBuilder({ page }).setLegacyMode(foreign.length === 0).options({ resultTypes: ['violations'] })
  if (rules) axe.withRules(rules)
  const { violations } = await axe.analyze()
  const severe = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`)
  expect(severe, 'serious or critical accessibility faults').toEqual([])
}
