import { createElement } from 'react'
import { prerender } from 'react-dom/static'
import { describe, expect, it } from 'vitest'
import { QrCode } from '../../web/profiles/qr-code.tsx'

const url = 'https://play.example.com/profile/0190a7c4-7f2e-7c31-9d3e-6a1d2f0b8c55'

async function draw(): Promise<string> {
  const { prelude } = await prerender(createElement(QrCode, { url, label: 'QR code to Maya’s profile', size: 180 }))
  return new Response(prelude).text()
}

/** The drawn code as rows of dark and light, as a camera finds them. */
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
  it('says what it leads to, and is dark on white', async () => {
    const svg = await draw()
    expect(svg).toContain('role="img" aria-label="QR code to Maya’s profile"')
    expect(svg).toContain('fill="#fff"')
    expect(svg).toContain('width="180"')
  })

  it('has its three corners and plain ground of four modules around it', async () => {
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
