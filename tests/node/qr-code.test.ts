import { createElement } from 'react'
import { prerender } from 'react-dom/static'
import { describe, expect, it } from 'vitest'
import { QrCode } from '../../web/share/qr-code.tsx'
import { qrModules } from '../../web/ui/qr-modules.ts'
import { readQr } from '../../web/ui/read-qr.ts'
import { createRepeatGuard } from '../../web/ui/repeat-guard.ts'

const url = 'https://play.example.com/profile/0190a7c4-7f2e-7c31-9d3e-6a1d2f0b8c55'

async function draw(): Promise<string> {
  const { prelude } = await prerender(createElement(QrCode, { url, label: 'QR code to Maya’s profile', size: 180 }))
  return new Response(prelude).text()
}

/** Reads the modules of the drawn code, like a camera would find them. */
function readModules(svg: string): boolean[][] {
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const rows = Array.from({ length: side }, () => Array<boolean>(side).fill(false))
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    const row = rows[Number(y)]
    if (row) row[Number(x)] = true
  }
  return rows
}

describe('A QR code', () => {
  it('has a label, and is dark on white', async () => {
    const svg = await draw()
    expect(svg).toContain('role="img" aria-label="QR code to Maya’s profile"')
    expect(svg).toContain('fill="#fff"')
    expect(svg).toContain('width="180"')
  })

  it('has its three corner squares, and an empty border of four modules', async () => {
    const modules = readModules(await draw())
    const side = modules.length
    expect((side - 8 - 17) % 4).toBe(0)
    const isDark = (x: number, y: number) => modules[y]?.[x]
    for (let at = 0; at < side; at++) {
      for (let edge = 0; edge < 4; edge++) {
        expect([isDark(at, edge), isDark(at, side - 1 - edge), isDark(edge, at), isDark(side - 1 - edge, at)]).toEqual(Array(4).fill(false))
      }
    }
    const corner = (left: number, top: number) => Array.from({ length: 7 }, (_, x) => isDark(left + x, top + 3))
    const across = [true, false, true, true, true, false, true]
    for (const [left, top] of [
      [4, 4],
      [side - 11, 4],
      [4, side - 11],
    ] as const)
      expect(corner(left, top)).toEqual(across)
  })
})

describe('a code that stays in view', () => {
  it('counts once, and again after a pause', () => {
    const isNew = createRepeatGuard(2500)
    expect([0, 100, 2000, 4400].map((now) => isNew('a', now))).toEqual([true, false, false, false])
    expect(isNew('b', 4500)).toBe(true)
    expect(isNew('a', 6800)).toBe(false)
    expect(isNew('a', 9400)).toBe(true)
  })
})

describe('The QR reader', () => {
  it.each([url, 'x', 'Zoë 🏓', 'https://play.example.com/'.padEnd(400, 'a')])('reads: %s', (text) => {
    const rows = qrModules(text)
    const scale = 4
    const side = rows.length * scale
    const data = new Uint8ClampedArray(side * side * 4).fill(255)
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) if (rows[y >> 2]?.[x >> 2]) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
    expect(readQr({ data, width: side, height: side })).toBe(text)
  })

  it('finds no code in an empty picture', () => {
    expect(readQr({ data: new Uint8ClampedArray(160 * 160 * 4).fill(200), width: 160, height: 160 })).toBeNull()
  })
})
