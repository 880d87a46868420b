import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { MapState } from './map-frame.tsx'

type Drawing<Code, Drawn> = {
  box: RefObject<HTMLElement | null>
  /** Receives the map while it exists. */
  drawn: RefObject<Drawn | null>
  load: () => Promise<Code>
  draw: (code: Code, box: HTMLElement) => Promise<Drawn>
  /** Called once the map is drawn, because what it shows may have changed in the meantime. */
  show: (drawn: Drawn) => void
}

/** Draws a map into a box as soon as its code has loaded. To draw another map, mount the component again. */
export function useDrawnMap<Code, Drawn extends { remove: () => void }>({ box, drawn, ...drawing }: Drawing<Code, Drawn>): MapState {
  const [state, setState] = useState<MapState>('loading')
  const load = useEffectEvent(drawing.load)
  const draw = useEffectEvent(drawing.draw)
  const show = useEffectEvent(drawing.show)

  useEffect(() => {
    const element = box.current
    if (!element) return
    let isUnmounted = false
    const start = async () => {
      try {
        const code = await load()
        // The component may have been unmounted in the meantime.
        if (isUnmounted) return
        const map = await draw(code, element)
        if (isUnmounted) return map.remove()
        drawn.current = map
        show(map)
        setState('ready')
      } catch {
        if (!isUnmounted) setState('failed')
      }
    }
    void start()
    return () => {
      isUnmounted = true
      drawn.current?.remove()
      drawn.current = null
    }
  }, [box, drawn])
  return state
}
