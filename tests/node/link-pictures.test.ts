import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { activities } from '../../domain/activities.ts'
import { cropCourt } from '../../domain/court-crop.ts'
import { type PictureWords, versionOf } from '../../domain/pictures/contract.ts'
import { describeGamePicture, type GameFacts } from '../../domain/pictures/game-words.ts'
import { courtScale } from '../../domain/pictures/shapes.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { makeCourt, makeParts } from '../../scripts/pictures/make-shapes.ts'
import { courtSvg } from '../../web/ui/court-art/court-svg.ts'
import { createCanvas, readColor } from '../../worker/pictures/canvas.ts'
import { drawPicture, fitFoot } from '../../worker/pictures/draw-picture.ts'
import { encodePng } from '../../worker/pictures/encode-png.ts'
import { breakText, measureText, toWritable } from '../../worker/pictures/set-text.ts'

const now = Date.UTC(2026, 10, 18, 12)
const game: GameFacts = {
  activity: 'pickleball',
  title: 'Saturday sunrise open play',
  placeName: 'Northside Courts, 3 and 4',
  timeZone: 'America/Chicago',
  startsAt: Date.UTC(2026, 10, 21, 13),
  endsAt: Date.UTC(2026, 10, 21, 15),
  levelMin: null,
  levelMax: null,
  state: 'published',
  publishAt: null,
  joinsAt: null,
  taken: 10,
  waiting: 0,
  hasSlots: false,
  capacity: 12,
  price: null,
}
const describeGame = (changes: Partial<GameFacts> = {}, at = now) => describeGamePicture({ ...game, ...changes }, at)

describe('What the picture of a game says', () => {
  it('has title, time in the zone of the venue, place, open seats and price', () => {
    expect(describeGame()).toEqual({
      activity: 'pickleball',
      kicker: 'Pickleball · All levels',
      title: 'Saturday sunrise open play',
      plainTitle: 'Pickleball',
      date: { month: 'Nov', day: '21' },
      lead: ['Saturday, November 21', '7:00 to 9:00 AM, Central Time'],
      detail: 'Northside Courts, 3 and 4',
      seats: { taken: 10, open: 2 },
      note: { text: '2 seats left', tone: 'few' },
      price: 'Free',
    })
  })

  it.each<[string, Partial<GameFacts>, number]>([
    ['1 seat left', { taken: 11 }, now],
    ['8 seats left', { taken: 4 }, now],
    ['Full', { taken: 12 }, now],
    ['Full', { taken: 14 }, now],
    ['Full', { taken: 11, waiting: 2 }, now],
    // With slots, nobody knows here for which of them people wait.
    ['1 seat left', { taken: 11, waiting: 2, hasSlots: true }, now],
    ['On now', {}, game.startsAt + 1],
    ['This game is over', {}, game.endsAt],
    ['Cancelled', { state: 'cancelled' }, now],
    ['Joining opens on Thu, Nov 19 at 6:00 AM CST', { joinsAt: now + day }, now],
    ['Full', { joinsAt: now + day, taken: 12 }, now],
    ['Opens for sign-up on Thu, Nov 19 at 6:00 AM CST', { state: 'draft', publishAt: now + day }, now],
  ])('says "%s"', (text, changes, at) => {
    expect(describeGame(changes, at).note?.text).toBe(text)
  })

  it('shows no seats and no price of a game that nobody can join', () => {
    for (const words of [describeGame({ state: 'cancelled' }), describeGame({}, game.endsAt)]) {
      expect([words.seats, words.price]).toEqual([undefined, undefined])
    }
  })

  it('shows the price, and from which price tickets start', () => {
    expect(describeGame({ price: { amount: 1500, currency: 'usd' } }).price).toBe('$15')
    expect(describeGame({ price: { amount: 1550, currency: 'usd', isFrom: true } }).price).toBe('from $15.50')
  })

  it('shows the court of other games for an activity that we do not know', () => {
    expect(describeGame({ activity: 'quidditch' })).toMatchObject({ activity: 'other', plainTitle: 'Game' })
  })

  it('has another version for each change that can be seen, and only then', () => {
    const all = [
      describeGame(),
      describeGame({ taken: 11 }),
      describeGame({ startsAt: game.startsAt + hour }),
      describeGame({ title: 'B' }),
    ]
    expect(new Set(all.map(versionOf)).size).toBe(all.length)
    expect(versionOf(describeGame({}, now + hour))).toBe(versionOf(describeGame()))
    expect(versionOf(describeGame())).toMatch(/^[a-z0-9]{1,20}$/)
  })
})

const parts = makeParts()

describe('The words of a picture', () => {
  it.each([
    ['Saturday sunrise', 'Saturday sunrise'],
    ['Très tôt, 20% off & more (A/B) #1', 'Très tôt, 20% off & more (A/B) #1'],
    ['Nguyễn Ánh', 'Nguyen Ánh'],
    ['🎾 Tennis 🎾 night', 'Tennis night'],
    ['Badminton night 羽毛球', 'Badminton night'],
    ['瑜伽 早晨 A', ''],
    ['Игра', ''],
    ['🎾', ''],
    ['\u202eleft\u0000 right', 'left right'],
    ['', ''],
  ])('%j becomes %j', (text, written) => {
    expect(toWritable(parts, text)).toBe(written)
  })

  it('fit into their lines, and what is cut ends with an ellipsis', () => {
    const style = { size: 56, weight: 'bold', color: readColor('#000000') } as const
    for (const text of ['One', 'A long title '.repeat(20).trim(), 'W'.repeat(200), `${'W'.repeat(80)} end`]) {
      const lines = breakText(parts, text, style, { width: 800, maxLines: 2 })
      expect(lines.length).toBeLessThanOrEqual(2)
      for (const line of lines) expect(measureText(parts, line, style)).toBeLessThanOrEqual(800)
      expect(lines.join(' ') === text || lines.some((line) => line.endsWith('…'))).toBe(true)
    }
  })

  it.each([
    ['Joining opens on Thu, Nov 19 at 6:00 AM CST', 12, 'Free', false],
    ['Joining opens on Thu, Nov 19 at 6:00 AM CST', 12, 'from $1,215.50', false],
    ['12 seats left', 24, 'from $15.50', false],
    ['2 seats left', 12, 'Free', true],
    ['8 seats left', 12, 'from $1,215.50', true],
    ['Full', 24, undefined, true],
    ['W'.repeat(80), 12, '$15', false],
  ])('leave the price its place: %j of %i seats beside %j', (text, capacity, price, hasDots) => {
    const fit = fitFoot(parts, { seats: { taken: 0, open: capacity }, note: { text, tone: 'plain' }, price })
    const style = { size: 31, weight: 'bold', color: readColor('#000000') } as const
    expect(fit.hasDots).toBe(hasDots)
    expect(fit.noteLeft + measureText(parts, fit.noteText, style)).toBeLessThan(fit.priceLeft)
    // Only words that are too long for the whole picture are cut.
    expect(fit.noteText.endsWith('…')).toBe(text.startsWith('W'))
  })

  it('are as wide as in the browser: closer where two letters leave a gap', () => {
    const style = { size: 100, weight: 'bold', color: readColor('#000000') } as const
    const width = (text: string) => measureText(parts, text, style)
    expect(width('To')).toBeLessThan(width('T') + width('o'))
  })
})

const longest: Partial<PictureWords> = {
  title: 'The very long title of a game that needs more than the two lines that a picture has for it',
  detail: 'The Northside Community Recreation Center and Sports Park, Courts 3 and 4',
  seats: { taken: 14, open: 10 },
  price: 'from $1,215.50',
}

describe('The court of a picture', () => {
  it.each(activities.map(({ id }) => id))('%s looks the same as on the page, and its picture is small', async (id) => {
    const court = makeCourt(id)
    const [width, height] = [300, 160]
    const expected = await sharp(Buffer.from(courtSvg(id, 'seed').replace('<svg ', `<svg width="${width}" height="${height}" `)))
      .removeAlpha()
      .raw()
      .toBuffer()
    const canvas = createCanvas(width, height, readColor(court.outerColor))
    const crop = cropCourt(court, 'seed')
    const [cos, sin] = [Math.cos((crop.angle * Math.PI) / 180) * crop.scale, Math.sin((crop.angle * Math.PI) / 180) * crop.scale]
    const [x, y] = [150 - (cos * crop.x - sin * crop.y), 80 - (sin * crop.x + cos * crop.y)]
    const [a, b] = [cos / courtScale, sin / courtScale]
    for (const { color, rings } of court.shapes) canvas.fill(rings, readColor(color), [a, b, -b, a, x, y])
    const difference = canvas.pixels.reduce((sum, value, i) => sum + Math.abs(value - (expected[i] ?? 0)), 0) / canvas.pixels.length
    // Only the blended edges differ.
    expect(difference).toBeLessThan(2)

    const words = { ...describeGame({ activity: id }), ...longest }
    const png = await encodePng(drawPicture({ words, seed: 'seed', platform: 'gth', court, parts }))
    expect(png.length).toBeLessThan(120_000)
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  })
})
