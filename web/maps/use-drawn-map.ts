import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { MapState } from './map-frame.tsx'

type Drawing<Code, Drawn> = {
  box: RefObject<HTMLElement | null>
  /** Where the map is kept while it stands. */
  drawn: RefObject<Drawn | null>
  load: () => Promise<Code>
  draw: (code: Code, box: HTMLElement) => Promise<Drawn>
  /** Called once it stands, with what came to be shown meanwhile. */
  show: (drawn: Drawn) => void
}

/** Draws a map into a box as soon as its code has come. To draw another one, mount anew. */
export function useDrawnMap<Code, Drawn extends { remove: () => void }>({ box, drawn, ...drawing }: Drawing<Code, Drawn>): MapState {
  const [state, setState] = useState<MapState>('loading')
  const load = useEffectEvent(drawing.load)
  const draw = useEffectEvent(drawing.draw)
  const show = useEffectEvent(drawing.show)

  useEffect(() => {
    const element = box.current
    if (!element) return
    let isGone = false
    const begin = async () => {
      try {
        const code = await load()
        // React may have taken the box away meanwhile.
        if (isGone) return
        const map = await draw(code, element)
        if (isGone) return map.remove()
        drawn.current = map
        show(map)
        setState('ready')
      } catch {
        if (!isGone) setState('failed')
      }
    }
    void begin()
    return () => {
      isGone = true
      drawn.current?.remove()
      drawn.current = null
    }
  }, [box, drawn])
  return state
}
