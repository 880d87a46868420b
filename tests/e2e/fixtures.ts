import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { findBrowser, isPackaged } from '../../scripts/find-browser.ts'
import { type Product, startProduct } from './setup/start-product.ts'

type Fixtures = {
  /** Console and page errors that this test means to cause: `test.use({ allowedErrors: /409|Crashed/ })`. */
  allowedErrors: RegExp
  /** Where the stand-ins for the world outside answer, the mailbox among them. */
  sandboxUrl: string
  wholeBrowser: undefined
  failOnErrors: undefined
  closeOthers: undefined
}

type LaneFixtures = {
  /** Each lane of tests has a product and a demo world of its own. */
  product: Product
}

/** A test in a real browser against the built product. It fails on any error in the console that it did not announce. */
export const test = base.extend<Fixtures, LaneFixtures>({
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
      const lacks = tags.includes('@whole-browser') && isPackaged(await findBrowser())
      // It stays: on a machine where nothing else can be installed the packaged browser runs all it can, and names the rest.
      test.skip(lacks, 'The packaged headless browser cannot do this: install Chrome or Chromium to run it.')
      await use(undefined)
    },
    { auto: true },
  ],
  allowedErrors: [/(?!)/, { option: true }],
  failOnErrors: [
    async ({ context, allowedErrors }, use) => {
      const errors: string[] = []
      const note = (text: string) => {
        if (!allowedErrors.test(text)) errors.push(text)
      }
      context.on('console', (message) => {
        if (message.type() === 'error') note(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (event) => note(String(event.error())))
      await use(undefined)
      expect(errors, 'errors in the console that the test did not announce').toEqual([])
    },
    { auto: true },
  ],
  // The browser outlives a test: a page that another person of it left open would go on asking the product.
  closeOthers: [
    async ({ browser, context }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((other) => (other === context ? null : other.close())))
    },
    { auto: true },
  ],
})

/** No serious or critical accessibility fault on the page as it stands now. `except` names rules that do not apply, with a reason beside; `only` those that are in question. */
export async function expectAccessible(page: Page, { except = [], only = [] }: { except?: string[]; only?: string[] } = {}): Promise<void> {
  // A color on its way from one theme to the other belongs to neither.
  await page.evaluate(async () => {
    // A theme just changed sets out with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(changing.map(({ finished }) => finished))
  })
  // No page holds frames of other sites, so axe needs no page of its own to put results together.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .disableRules(except)
  if (only.length > 0) axe.withRules(only)
  const { violations } = await axe.analyze()
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`)
  expect(grave, 'serious or critical accessibility faults').toEqual([])
}
