import { describe, expect, it } from 'vitest'
import { activities, activitiesByName, findActivity } from '../../domain/activities.ts'
import { courtSvg, drawings } from '../../web/ui/court-art/court-svg.ts'

const ids = activities.map((activity) => activity.id)
const pathData = (svg: string) => [...svg.matchAll(/ d="([^"]*)"/g)].map((match) => match[1]).join(' ')

describe('activities', () => {
  it('are listed by name, without Other', () => {
    const labels = activitiesByName().map((activity) => activity.label)
    expect(labels).toHaveLength(52)
    expect(labels).not.toContain('Other')
    expect(labels).toEqual([...labels].sort())
  })

  it('are found by their id and by nothing else', () => {
    expect(findActivity('sand-volleyball')?.label).toBe('Sand Volleyball')
    expect(findActivity('Sand Volleyball')).toBeUndefined()
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('court art', () => {
  it('has a drawing for every activity and for nothing else', () => {
    expect(Object.keys(drawings).sort()).toEqual([...ids].sort())
  })

  it('gives no two activities the same lines', () => {
    const shapes = ids.map((id) => pathData(courtSvg(id, 'one')))
    expect(new Set(shapes).size).toBe(ids.length)
  })

  it.each(ids)('%s: gives the same crop for the same seed, and other crops for other seeds', (id) => {
    const seeds = Array.from({ length: 20 }, (_, i) => `0193a1b2-7c3d-7000-8000-${String(i).padStart(12, '0')}`)
    expect(courtSvg(id, 'one')).toBe(courtSvg(id, 'one'))
    expect(new Set(seeds.map((seed) => courtSvg(id, seed))).size).toBe(seeds.length)
  })

  it.each(ids)('%s: contains only plain paths, which a strict content security policy allows', (id) => {
    const svg = courtSvg(id, 'one')
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*aria-hidden="true">/)
    expect(svg).not.toMatch(/style|class=|<script|<text|href|url\(/)
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    for (const paint of svg.matchAll(/ (?:fill|stroke)="([^"]*)"/g)) expect(paint[1]).toMatch(/^(#[0-9a-f]{6}|none)$/)
  })

  it('has no crop that shows the end of the background', () => {
    for (const drawing of Object.values(drawings)) {
      for (const [x, y, zoom] of drawing.crops) {
        // How far a crop can reach from its center: half the diagonal of the picture, plus a margin for the turn.
        const reach = 175 / (zoom * 0.96)
        expect(Math.min(x - reach, y - reach)).toBeGreaterThan(-200)
        expect(Math.max(x, y) + reach).toBeLessThan(500)
      }
    }
  })
})
