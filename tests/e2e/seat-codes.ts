import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { findMail } from './mailbox.ts'

export const visibleButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).and(page.locator(':visible'))
export const dialogOf = (page: Page) => page.getByRole('dialog')
export const isIn = (page: Page) => page.getByText('You are in', { exact: true }).and(page.locator(':visible')).first()

/** Counts what a person taps or fills in. */
export function countTaps() {
  const taps = {
    count: 0,
    tap: async (what: Locator) => {
      taps.count += 1
      await what.click()
    },
    fill: async (what: Locator, text: string) => {
      taps.count += 1
      await what.fill(text)
    },
  }
  return taps
}

export async function askForCode(page: Page, email: string, join: string | RegExp = 'Join', { tap, fill } = countTaps()) {
  const dialog = dialogOf(page)
  await tap(visibleButton(page, join))
  await fill(dialog.getByLabel('Name', { exact: true }), 'Maya R')
  await fill(dialog.getByLabel('Email', { exact: true }), email)
  await tap(dialog.getByRole('checkbox', { name: /or older/ }))
  await tap(dialog.getByRole('checkbox', { name: /terms/ }))
  await tap(dialog.getByRole('button', { name: 'Email me a code' }))
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
}

export async function readMail(request: APIRequestContext, sandboxUrl: string, email: string) {
  const { subject, text } = await findMail(request, sandboxUrl, email, /is your code for/)
  const link = text.match(/https?:\/\/\S+\/seat-code\?\S+/)?.[0]
  if (!link) throw new Error(`No link in the mail: ${text}`)
  return { code: subject.slice(0, 6), link }
}
