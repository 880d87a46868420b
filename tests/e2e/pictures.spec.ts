import { writeFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { findBrowser } from '../../scripts/find-browser.ts'
import { includes, jpegWithPlace, makePng, placeInExif, svgWithScript } from '../files/pictures.ts'
import { expectAccessible, test } from './fixtures.ts'

const browser = await findBrowser()

test.use({
  launchOptions: { ...browser, args: [...browser.args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] },
})

type Rgb = readonly [number, number, number]
const red: Rgb = [210, 40, 40]
const green: Rgb = [40, 170, 60]
const blue: Rgb = [40, 60, 210]
const yellow: Rgb = [230, 210, 40]

/** A wide picture: four colors in its left half, black in its right. */
const fourColors = makePng(800, 400, {
  color: (x, y) => (x >= 400 ? [0, 0, 0] : y < 200 ? (x < 200 ? red : green) : x < 200 ? blue : yellow),
})

const asFile = (name: string, bytes: Uint8Array, mimeType = 'image/png') => ({ name, mimeType, buffer: Buffer.from(bytes) })

async function openSettings(page: Page, name: string) {
  const id = `${name}-${test.info().project.name}-${Date.now().toString(36)}`
  const viewer = { id, name: 'Maya Rivera', emailVerified: true, profileComplete: true }
  await page.request.put('/api/_local/session', { data: { viewer } })
  await page.goto('/settings')
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your picture' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const choose = (page: Page, ...file: Parameters<typeof asFile>) => page.getByLabel('Picture file').setInputFiles(asFile(...file))
const partThatShows = (page: Page) => page.getByRole('application', { name: 'Part that shows' })
const face = (page: Page) => page.getByRole('button', { name: 'Your account' }).locator('img')

async function openDialog(page: Page) {
  await button(page, 'Change picture').click()
  await expect(dialog(page)).toBeVisible()
}

async function savePicture(page: Page) {
  await button(page, 'Save picture').click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Your picture is saved.').first()).toBeVisible()
}

/** Keeps the bodies of what the page sends: the browser's own tools do not show files. */
const keepSent = (page: Page) =>
  page.addInitScript(() => {
    const sent: Blob[] = []
    Object.assign(window, { sent })
    const send = window.fetch
    window.fetch = (input, init) => {
      if (init?.body instanceof Blob) sent.push(init.body)
      return send(input, init)
    }
  })

const lastSent = async (page: Page): Promise<Uint8Array> =>
  new Uint8Array(
    await page.evaluate(async () => [...new Uint8Array((await (window as unknown as { sent: Blob[] }).sent.at(-1)?.arrayBuffer()) ?? [])]),
  )

/** The colors in the middle of each quarter of what was saved, row by row. */
async function savedColors(page: Page): Promise<number[][]> {
  const url = (await face(page).getAttribute('src')) ?? ''
  return page.evaluate(
    async (address) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob())
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const at = (x: number, y: number) => [...(context?.getImageData(bitmap.width * x, bitmap.height * y, 1, 1).data ?? [])].slice(0, 3)
      return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]
    },
    url.replace(/\d+$/, '640'),
  )
}

function expectColors(seen: number[][], wanted: readonly Rgb[]) {
  const near = seen.map((color, index) => color.every((value, part) => Math.abs(value - (wanted[index]?.[part] ?? 0)) < 40))
  expect(near, JSON.stringify(seen)).toEqual([true, true, true, true])
}

test('a picture is cut and turned by keyboard, and shows in the bar at once', async ({ page }) => {
  await openSettings(page, 'cuts')
  await expect(face(page)).toBeHidden()
  await openDialog(page)
  await choose(page, 'colors.png', fourColors)
  await expect(partThatShows(page)).toBeFocused()
  for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowRight')
  await button(page, 'Rotate').press('Enter')
  await page.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
  await expect(page.getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuetext', '105%')
  await page.getByRole('slider', { name: 'Zoom' }).press('ArrowLeft')
  await savePicture(page)

  await expect(face(page)).toBeVisible()
  await expect(button(page, 'Change picture')).toBeFocused()
  expectColors(await savedColors(page), [blue, red, yellow, green])
  const shown = await face(page).getAttribute('src')
  await page.reload()
  await expect(face(page)).toHaveAttribute('src', shown ?? '')
  await expect.poll(() => face(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96)
})

test('a picture is removed, and the initials are back', async ({ page }) => {
  await openSettings(page, 'removes')
  await openDialog(page)
  await expect(button(page, 'Remove picture')).toBeHidden()
  await choose(page, 'colors.png', fourColors)
  await savePicture(page)
  const url = (await face(page).getAttribute('src')) ?? ''
  await openDialog(page)
  await button(page, 'Remove picture').click()
  await expect(page.getByText('Your picture is removed.')).toBeVisible()
  await expect(face(page)).toBeHidden()
  await expect.poll(async () => (await page.request.get(url)).status()).toBe(404)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Your account' })).toHaveText('MR')
})

test('what is no picture is said so, and the one being cut stays @once', async ({ page }) => {
  await openSettings(page, 'refused')
  await openDialog(page)
  const refusal = page.getByText('This is not a picture we can read. Use a JPEG, PNG or WebP.')
  await choose(page, 'script.svg', svgWithScript, 'image/svg+xml')
  await expect(refusal).toBeVisible()
  await choose(page, 'good.png', fourColors)
  await expect(partThatShows(page)).toBeVisible()
  await expect(refusal).toBeHidden()
  await choose(page, 'words.png', new TextEncoder().encode('Only words.'))
  await expect(refusal).toBeVisible()
  await expect(partThatShows(page)).toBeVisible()
  await choose(page, 'cut.jpg', jpegWithPlace.slice(0, 300), 'image/jpeg')
  await expect(refusal).toBeVisible()
  await choose(page, 'photo.heic', new TextEncoder().encode('\0\0\0\x18ftypheic and so on'), 'image/heic')
  await expect(page.getByText('This browser cannot read HEIC photos.')).toBeVisible()
  // Neither Escape nor a tap beside it loses what is being cut.
  await page.keyboard.press('Escape')
  await expect(partThatShows(page)).toBeVisible()
  await savePicture(page)
  await expect(face(page)).toBeVisible()
})

test('a photo of 20 MB is scaled down here, a phone’s stands upright and keeps its place to itself @once', async ({ page }) => {
  test.slow()
  await keepSent(page)
  await openSettings(page, 'large')
  await openDialog(page)
  const large = makePng(2700, 2700, { level: 0, color: (x, y) => (y < 1350 ? (x < 1350 ? red : green) : x < 1350 ? blue : yellow) })
  expect(large.length).toBeGreaterThan(20_000_000)
  // By its path: handed over as bytes, the test's own tools take longest.
  const file = test.info().outputPath('large.png')
  writeFileSync(file, large)
  await page.getByLabel('Picture file').setInputFiles(file)
  await expect(partThatShows(page)).toBeVisible({ timeout: 20_000 })
  await savePicture(page)
  expect((await lastSent(page)).length).toBeLessThan(256 * 1024)
  expectColors(await savedColors(page), [red, green, blue, yellow])

  await openDialog(page)
  await choose(page, 'phone.jpg', jpegWithPlace, 'image/jpeg')
  await expect(partThatShows(page)).toBeVisible()
  await savePicture(page)
  const sent = await lastSent(page)
  expect(sent.length).toBeGreaterThan(500)
  expect(includes(sent, placeInExif)).toBe(false)
  // Red at the left of the file, which the camera was turned for: at the top.
  const [first, second, third, fourth] = await savedColors(page)
  for (const top of [first, second]) expect(top?.[0], String(top)).toBeGreaterThan((top?.[2] ?? 0) + 60)
  for (const bottom of [third, fourth]) expect(bottom?.[2], String(bottom)).toBeGreaterThan((bottom?.[0] ?? 0) + 60)
})

test.describe('when saving fails', () => {
  test.use({ allowedErrors: /ERR_FAILED/ })

  test('what was cut stays and can be sent again @once', async ({ page }) => {
    await openSettings(page, 'fails')
    await openDialog(page)
    await choose(page, 'colors.png', fourColors)
    await expect(partThatShows(page)).toBeFocused()
    for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowRight')
    await page.route('**/api/profiles/me/picture', (route) => route.abort())
    await button(page, 'Save picture').click()
    await expect(page.getByText('Your picture is not saved yet.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/profiles/me/picture')
    await button(page, 'Try again').click()
    await expect(dialog(page)).toBeHidden()
    await expect(face(page)).toBeVisible()
    expectColors(await savedColors(page), [red, green, blue, yellow])
  })
})

// Nothing is dragged on a phone.
test('a picture is dropped', { tag: '@desktop' }, async ({ page }) => {
  await openSettings(page, 'drops')
  await openDialog(page)
  const file = test.info().outputPath('dropped.png')
  writeFileSync(file, fourColors)
  const { x, y } = (await page.getByText('Drop a picture here, or').boundingBox()) ?? { x: 0, y: 0 }
  const devTools = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await devTools.send('Input.dispatchDragEvent', { type, x, y, data })
  await expect(partThatShows(page)).toBeVisible()
})

test.describe('the camera', () => {
  const streams = () => {
    const opened: MediaStream[] = []
    Object.assign(window, { opened })
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      opened.push(stream)
      return stream
    }
  }
  const states = (page: Page) =>
    page.evaluate(() =>
      (window as unknown as { opened: MediaStream[] }).opened.flatMap((stream) => stream.getTracks().map((track) => track.readyState)),
    )

  test('takes a photo and is off afterwards', async ({ page }) => {
    await page.addInitScript(streams)
    await openSettings(page, 'camera')
    await openDialog(page)
    await button(page, 'Take a photo').click()
    await expect(button(page, 'Take photo')).toBeEnabled()
    await expectAccessible(page)
    await button(page, 'Back').click()
    expect(await states(page)).toEqual(['ended'])
    await button(page, 'Take a photo').click()
    await expect(button(page, 'Take photo')).toBeEnabled()
    await button(page, 'Close').click()
    await expect(dialog(page)).toBeHidden()
    expect(await states(page)).toEqual(['ended', 'ended'])
    await openDialog(page)
    await button(page, 'Take a photo').click()
    await button(page, 'Take photo').click()
    await expect(partThatShows(page)).toBeVisible()
    expect(await states(page)).toEqual(['ended', 'ended', 'ended'])
    await savePicture(page)
    await expect(face(page)).toBeVisible()
  })

  for (const [name, words] of [
    ['NotAllowedError', 'The camera is not allowed here.'],
    ['NotFoundError', 'We found no camera on this device.'],
  ] as const) {
    test(`that answers ${name} is explained, and there is a way back @once`, async ({ page }) => {
      await page.addInitScript((fault) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', fault))
      }, name)
      await openSettings(page, name.toLowerCase())
      await openDialog(page)
      await button(page, 'Take a photo').click()
      await expect(page.getByText(words)).toBeVisible()
      await expectAccessible(page)
      await button(page, 'Back').click()
      await expect(button(page, 'Choose a picture')).toBeVisible()
    })
  }
})

test('each step is accessible in both themes', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await openSettings(page, `accessible-${colorScheme}`)
    await expect(button(page, 'Change picture')).toBeVisible()
    await expectAccessible(page)
    await openDialog(page)
    await expectAccessible(page)
    await choose(page, 'colors.png', fourColors)
    await expect(partThatShows(page)).toBeVisible()
    await expectAccessible(page)
  }
})
