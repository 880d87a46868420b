import { writeFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { findBrowser } from '../../scripts/find-browser.ts'
import { makePng } from '../files/pictures.ts'
import { expectAccessible, test } from './fixtures.ts'

const browser = await findBrowser()

test.use({
  launchOptions: { ...browser, args: [...browser.args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] },
})

/** A wide picture whose left half is white and whose right half is black. */
const whiteAndBlack = makePng(800, 400, { color: (x) => (x < 400 ? [255, 255, 255] : [0, 0, 0]) })

async function openSettings(page: Page, name: string) {
  const id = `${name}-${test.info().project.name}-${Date.now().toString(36)}`
  const viewer = { id, name: 'Maya Rivera', emailVerified: true, profileComplete: true }
  await page.request.put('/api/_local/session', { data: { viewer } })
  await page.goto('/settings')
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your picture' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const visibleArea = (page: Page) => page.getByRole('application', { name: 'Visible part' })
const accountPicture = (page: Page) => page.getByRole('button', { name: 'Your account' }).locator('img')

async function openDialog(page: Page) {
  await button(page, 'Change picture').click()
  await expect(dialog(page)).toBeVisible()
}

async function savePicture(page: Page) {
  await button(page, 'Save picture').click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Picture saved.').first()).toBeVisible()
}

/** Drops a file as from the desktop. The browser itself reads the file, which a script in the page could not simulate. */
async function drop(page: Page, file: string) {
  const { x, y } = (await page.getByText('Drop a picture here, or').boundingBox()) ?? { x: 0, y: 0 }
  const devTools = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await devTools.send('Input.dispatchDragEvent', { type, x, y, data })
}

/** The brightness of the center pixel of the saved picture. */
async function readCenterBrightness(page: Page): Promise<number> {
  const url = (await accountPicture(page).getAttribute('src')) ?? ''
  return page.evaluate(
    async (address) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob())
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      return context?.getImageData(bitmap.width / 2, bitmap.height / 2, 1, 1).data[0] ?? 0
    },
    url.replace(/\d+$/, '640'),
  )
}

test('a person drops a picture, crops it, sees it in the top bar and removes it', async ({ page }) => {
  await openSettings(page, 'cuts')
  await expect(accountPicture(page)).toBeHidden()
  await openDialog(page)
  const file = test.info().outputPath('dropped.png')
  writeFileSync(file, whiteAndBlack)
  await drop(page, file)
  await expect(visibleArea(page)).toBeFocused()
  for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowRight')
  await savePicture(page)

  await expect(accountPicture(page)).toBeVisible()
  expect(await readCenterBrightness(page)).toBeGreaterThan(230)
  const shown = (await accountPicture(page).getAttribute('src')) ?? ''
  await page.reload()
  await expect(accountPicture(page)).toHaveAttribute('src', shown)
  await expect.poll(() => accountPicture(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96)

  await openDialog(page)
  await button(page, 'Remove picture').click()
  await expect(page.getByText('Picture removed.')).toBeVisible()
  await expect.poll(async () => (await page.request.get(shown)).status()).toBe(404)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Your account' })).toHaveText('MR')
})

const recordStreams = () => {
  const opened: MediaStream[] = []
  Object.assign(window, { opened })
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted)
    opened.push(stream)
    return stream
  }
}
const readTrackStates = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { opened: MediaStream[] }).opened.flatMap((stream) => stream.getTracks().map((track) => track.readyState)),
  )

test('a person takes a photo with the camera, which is turned off afterwards', async ({ page }) => {
  await page.addInitScript(recordStreams)
  await openSettings(page, 'camera')
  await openDialog(page)
  await button(page, 'Take a photo').click()
  await expect(button(page, 'Take photo')).toBeEnabled()
  await expectAccessible(page)
  await button(page, 'Back').click()
  expect(await readTrackStates(page)).toEqual(['ended'])
  await button(page, 'Take a photo').click()
  await expect(button(page, 'Take photo')).toBeEnabled()
  await button(page, 'Close').click()
  await expect(dialog(page)).toBeHidden()
  expect(await readTrackStates(page)).toEqual(['ended', 'ended'])
  await openDialog(page)
  await button(page, 'Take a photo').click()
  await button(page, 'Take photo').click()
  await expect(visibleArea(page)).toBeVisible()
  expect(await readTrackStates(page)).toEqual(['ended', 'ended', 'ended'])
  await savePicture(page)
  await expect(accountPicture(page)).toBeVisible()
})
