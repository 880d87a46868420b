import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OwnProfile, SavedPicture } from '../../domain/profiles/contract.ts'
import { includes, jpegWithLocation, locationInExif, makePng, svgWithScript } from '../files/pictures.ts'
import { accountAnswers } from './account-examples.ts'
import { ownProfile } from './people-examples.ts'
import { answerWith } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

type Rgb = readonly [number, number, number]
const red: Rgb = [210, 40, 40]
const green: Rgb = [40, 170, 60]
const blue: Rgb = [40, 60, 210]
const yellow: Rgb = [230, 210, 40]

/** A wide picture with four colors in its left half and black in its right half. */
const fourColors = makePng(800, 400, {
  color: (x, y) => (x >= 400 ? [0, 0, 0] : y < 200 ? (x < 200 ? red : green) : x < 200 ? blue : yellow),
})

/** The pictures that were saved, in order. */
let savedPictures: Blob[]
let profile: OwnProfile

const save = ({ body }: { body: unknown }): SavedPicture => {
  savedPictures.push(body as Blob)
  profile = { ...profile, pictureUrl: URL.createObjectURL(body as Blob) }
  return { pictureUrl: profile.pictureUrl ?? '' }
}

beforeEach(() => {
  savedPictures = []
  profile = ownProfile
  answerWith({
    ...accountAnswers,
    'GET /api/profiles/me': () => profile,
    'PUT /api/profiles/me/picture': save,
    'DELETE /api/profiles/me/picture': () => {
      profile = { ...profile, pictureUrl: null }
      return null
    },
  })
})

const dialog = page.getByRole('dialog', { name: 'Your picture' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const account = button('Your account')
const partThatShows = page.getByRole('application', { name: 'Visible part' })
const face = () => account.element().querySelector('img')?.getAttribute('src') ?? null

/** Passes a file to the input, like the file dialog of the browser does. */
function choose(name: string, bytes: Uint8Array<ArrayBuffer>, type = 'image/png') {
  const input = page.getByLabelText('Picture file').element() as HTMLInputElement
  const chosen = new DataTransfer()
  chosen.items.add(new File([bytes], name, { type }))
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

async function openDialog() {
  await button('Change picture').click()
  await expect.element(dialog).toBeVisible()
}

async function open() {
  const app = await openApp('/settings', { viewer: someone })
  await openDialog()
  return app
}

async function moveToTheLeft() {
  await expect.element(partThatShows).toHaveFocus()
  await userEvent.keyboard('{ArrowRight>40/}')
}

async function savePicture() {
  await button('Save picture').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Picture saved.').first()).toBeVisible()
}

/** The colors in the middle of each quarter of the last saved picture, row by row. */
async function savedColors(): Promise<number[][]> {
  const bitmap = await createImageBitmap(savedPictures.at(-1) as Blob)
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  const at = (x: number, y: number) => [...(context?.getImageData(bitmap.width * x, bitmap.height * y, 1, 1).data ?? [])].slice(0, 3)
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]
}

async function expectColors(...wanted: readonly Rgb[]) {
  const colors = await savedColors()
  const near = colors.map((color, index) => color.every((value, part) => Math.abs(value - (wanted[index]?.[part] ?? 0)) < 40))
  expect(near, JSON.stringify(colors)).toEqual([true, true, true, true])
}

describe('a picture', () => {
  it('can be cropped and rotated with the keyboard, and appears in the bar at once', async () => {
    await open()
    expect(face()).toBeNull()
    await expectAccessibleInBothThemes()
    choose('colors.png', fourColors)
    await moveToTheLeft()
    await expectAccessibleInBothThemes()
    button('Rotate').element().focus()
    await userEvent.keyboard('{Enter}')
    const zoom = page.getByRole('slider', { name: 'Zoom' })
    zoom.element().focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(zoom).toHaveAttribute('aria-valuetext', '105%')
    await userEvent.keyboard('{ArrowLeft}')
    await savePicture()
    await expect.poll(face).toBe(profile.pictureUrl)
    await expect.element(button('Change picture')).toHaveFocus()
    await expectColors(blue, red, yellow, green)
  })

  it('can be removed, and then the initials appear again', async () => {
    await open()
    await expect.element(button('Remove picture')).not.toBeInTheDocument()
    choose('colors.png', fourColors)
    await expect.element(partThatShows).toBeVisible()
    await savePicture()
    await expect.poll(face).not.toBeNull()
    await openDialog()
    await button('Remove picture').click()
    await expect.element(page.getByText('Picture removed.')).toBeVisible()
    await expect.element(account).toHaveTextContent('PA')
    expect(face()).toBeNull()
  })

  it('shows an error if it cannot be read, and the current picture stays', async () => {
    await open()
    const refusal = page.getByText('We cannot open this picture. Use a JPEG, PNG or WebP file.')
    choose('script.svg', new Uint8Array(svgWithScript), 'image/svg+xml')
    await expect.element(refusal).toBeVisible()
    choose('good.png', fourColors)
    await expect.element(partThatShows).toBeVisible()
    await expect.element(refusal).not.toBeInTheDocument()
    choose('words.png', new TextEncoder().encode('Only words.'))
    await expect.element(refusal).toBeVisible()
    await expect.element(partThatShows).toBeVisible()
    choose('photo.heic', new TextEncoder().encode('\0\0\0\x18ftypheic and so on'), 'image/heic')
    await expect.element(page.getByText('This browser cannot open HEIC photos.')).toBeVisible()
    choose('cut.jpg', jpegWithLocation.slice(0, 300), 'image/jpeg')
    await expect.element(refusal).toBeVisible()
    // Escape and a click outside do not close the dialog, so the crop is not lost.
    await userEvent.keyboard('{Escape}')
    await expect.element(partThatShows).toBeVisible()
    await savePicture()
    expect(savedPictures).toHaveLength(1)
  })

  it('is scaled down on the device if it has 20 MB', async () => {
    await open()
    const large = makePng(2700, 2700, { level: 0, color: (x, y) => (y < 1350 ? (x < 1350 ? red : green) : x < 1350 ? blue : yellow) })
    expect(large.length).toBeGreaterThan(20_000_000)
    choose('large.png', large)
    await expect.element(partThatShows).toBeVisible()
    await savePicture()
    expect(savedPictures[0]?.size).toBeLessThan(256 * 1024)
    await expectColors(red, green, blue, yellow)
  })

  it('is shown upright if a phone took it, and is saved without its location', async () => {
    await open()
    choose('phone.jpg', jpegWithLocation, 'image/jpeg')
    await expect.element(partThatShows).toBeVisible()
    await savePicture()
    const bytes = new Uint8Array((await savedPictures[0]?.arrayBuffer()) ?? new ArrayBuffer())
    expect(bytes.length).toBeGreaterThan(500)
    expect(includes(bytes, locationInExif)).toBe(false)
    // Red is at the left of the file. The camera was turned, so red belongs at the top.
    const [first, second, third, fourth] = await savedColors()
    for (const top of [first, second]) expect(top?.[0], String(top)).toBeGreaterThan((top?.[2] ?? 0) + 60)
    for (const bottom of [third, fourth]) expect(bottom?.[2], String(bottom)).toBeGreaterThan((bottom?.[0] ?? 0) + 60)
  })

  it('stays cropped if saving fails, and can be saved again', async () => {
    await open()
    choose('colors.png', fourColors)
    await moveToTheLeft()
    answerWith({ 'PUT /api/profiles/me/picture': () => Promise.reject(new TypeError('Failed to fetch')) })
    await button('Save picture').click()
    await expect.element(page.getByText('We could not save your picture.')).toBeVisible()
    await expectAccessibleInBothThemes()
    answerWith({ 'PUT /api/profiles/me/picture': save })
    await button('Try again').click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expectColors(red, green, blue, yellow)
  })
})

describe('a camera', () => {
  it.each([
    ['NotAllowedError', 'This site may not use your camera.'],
    ['NotFoundError', 'We could not find a camera on this device.'],
  ])('that answers %s is explained, and there is a way back', async (name, words) => {
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', name))
    await open()
    await button('Take a photo').click()
    await expect.element(page.getByText(words)).toBeVisible()
    await expectAccessibleInBothThemes()
    await button('Back').click()
    await expect.element(button('Choose a picture')).toBeVisible()
  })
})
