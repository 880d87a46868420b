import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Color = { lightness: number; chroma: number; hue: number }
type Theme = 'light' | 'dark'
type Platform = 'gth' | 'meh'

const css = readFileSync(`${import.meta.dirname}/../../web/styles.css`, 'utf8')

/** Reads the color tokens of a rule: the name and its light and dark color. */
const readTokens = (selector: string) => {
  const start = css.indexOf(`\n${selector} {`)
  if (start < 0) throw new Error(`styles.css has no rule for ${selector}`)
  const body = css.slice(start, css.indexOf('\n}', start))
  const color = /oklch\(([^)]+)\)/g
  return new Map(
    [...body.matchAll(/--([a-z-]+):\s*(light-dark\(oklch[^;]+|oklch[^;]+);/g)].map(([, name = '', value = '']) => {
      const colors = [...value.matchAll(color)].map(([, parts = '']) => readColor(parts))
      const [day, night = day] = colors
      if (!day || !night) throw new Error(`--${name} could not be read`)
      return [name, { light: day, dark: night }] as const
    }),
  )
}

const readColor = (parts: string): Color => {
  const [lightness = Number.NaN, chroma = Number.NaN, hue = Number.NaN] = parts.split('/')[0]?.trim().split(/\s+/).map(Number) ?? []
  return { lightness, chroma, hue }
}

const base = readTokens(':root,\n[data-theme],\n[data-platform]')
const mehfil = readTokens('[data-platform="meh"],\n[data-platform="meh"] [data-theme]')

const findColor = (name: string, platform: Platform, theme: Theme) => {
  const token = (platform === 'meh' ? mehfil.get(name) : undefined) ?? base.get(name)
  if (!token) throw new Error(`styles.css has no --${name}`)
  return token[theme]
}

/** The relative luminance of a color: converts oklch to linear sRGB, and clips it to the values that a screen can show. */
const luminance = ({ lightness, chroma, hue }: Color) => {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: Color, other: Color) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const backgrounds = ['paper', 'card', 'wash', 'court-wash']
const textPairs = [
  ...['ink', 'soft', 'court', 'good', 'warn', 'bad'].flatMap((text) => backgrounds.map((ground) => [text, ground] as const)),
  ['on-court', 'court'],
  ['on-bad', 'bad'],
  ['on-ball', 'ball'],
  ['paper', 'ink'],
] as const
/** Pairs for shapes without text, such as the border of a field or of a seat. */
const shapePairs = [
  ['edge', 'card'],
  ['edge', 'paper'],
  ['court', 'wash'],
] as const

describe.each(['gth', 'meh'] as const)('on %s', (platform) => {
  describe.each(['light', 'dark'] as const)('%s', (theme) => {
    const ratio = (front: string, ground: string) => contrast(findColor(front, platform, theme), findColor(ground, platform, theme))

    it.each(textPairs)('%s is readable on %s', (text, ground) => {
      expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5)
    })
    it.each(shapePairs)('%s is visible on %s', (shape, ground) => {
      expect(ratio(shape, ground)).toBeGreaterThanOrEqual(3)
    })
  })
})

describe('avatars', () => {
  const avatar = readFileSync(`${import.meta.dirname}/../../web/ui/avatar.tsx`, 'utf8')
  const [, lightness = '', chroma = ''] = /oklch\(([\d.]+) ([\d.]+) \$\{/.exec(avatar) ?? []
  const hues = /hues = \[([^\]]+)\]/.exec(avatar)?.[1]?.split(',').map(Number) ?? []

  it.each(hues)('white initials are readable on hue %d', (hue) => {
    const ground = { lightness: Number(lightness), chroma: Number(chroma), hue }
    expect(contrast(ground, { lightness: 1, chroma: 0, hue: 0 })).toBeGreaterThanOrEqual(4.5)
  })
  it('have eight hues', () => expect(hues).toHaveLength(8))
})

describe('the contrast function', () => {
  it('is right for black and white', () => {
    expect(contrast({ lightness: 0, chroma: 0, hue: 0 }, { lightness: 1, chroma: 0, hue: 0 })).toBeCloseTo(21, 1)
  })
  it('is right for the example gray of the standard', () => {
    // #767676 on white has the well-known contrast of 4.54.
    expect(contrast({ lightness: 0.5657, chroma: 0, hue: 0 }, { lightness: 1, chroma: 0, hue: 0 })).toBeCloseTo(4.54, 1)
  })
})
