import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { openContextAs, publishGame, sunriseOpenPlay } from './games.ts'
import { findMail } from './mailbox.ts'
import { openOtherPage } from './people.ts'
import { askForCode, dialogOf, isIn, readMail } from './seat-codes.ts'
import { uniqueEmail } from './sign-in.ts'

test('a newcomer by a code opens their ticket from the mail in another browser', { tag: '@phone' }, async ({
  page,
  browser,
  request,
  sandboxUrl,
}) => {
  const host = await openContextAs(browser, 'Dana Alvarez')
  const id = await publishGame(host.request, sunriseOpenPlay)
  const email = uniqueEmail('two-browsers')
  await page.goto(`/evt/${id}`)
  await askForCode(page, email)
  await dialogOf(page)
    .getByLabel('Code', { exact: true })
    .fill((await readMail(request, sandboxUrl, email)).code)
  await expect(isIn(page)).toBeVisible()
  const { text } = await findMail(request, sandboxUrl, email, /^You are in: /)
  const ticketLink = text.match(/https?:\/\/\S+\?open=ticket/)?.[0] ?? ''

  const other = await openOtherPage(browser)
  await other.goto(ticketLink)
  const logIn = other.getByRole('dialog', { name: 'Log in to see your ticket' })
  await logIn.getByLabel('Email', { exact: true }).fill(email)
  await logIn.getByRole('button', { name: 'Email me a link' }).click()
  await expect(logIn.getByText(/^If there is an account for/)).toBeVisible()
  const mail = await findMail(request, sandboxUrl, email, /^Log in to /)
  await other.goto(mail.text.match(/https?:\/\/\S+\?token=\S+/)?.[0] ?? '')
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(other).toHaveURL(`/evt/${id}?open=ticket`)
  await expect(other.getByRole('dialog', { name: 'Your ticket' })).toBeVisible()
})
