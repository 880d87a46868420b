import { Minus, Plus } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'
import type { MapTiles } from '../../domain/maps/contract.ts'
import { joinClasses } from '../ui/class-names.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { MapCredit } from './map-credit.tsx'

export type MapState = 'loading' | 'ready' | 'failed'

type MapFrameProps = {
  label: string
  /** Explains the keys to screen reader users. */
  hint: string
  failure: string
  state: MapState
  box: Ref<HTMLDivElement>
  tiles: MapTiles | null
  onZoom: (steps: number) => void
  onRetry: () => void
  className?: string | undefined
  /** More buttons below the zoom buttons. */
  tools?: ReactNode
  children?: ReactNode
}

/** The box of a map with its buttons and credit. It keeps its size while the map loads and if it fails to load. */
export function MapFrame({ label, hint, failure, state, box, tiles, onZoom, onRetry, className, tools, children }: MapFrameProps) {
  const hintId = useId()
  return (
    <section aria-label={label} className={joinClasses('group relative isolate overflow-hidden border-line', className)}>
      <div
        ref={box}
        role="application"
        aria-label="Map"
        aria-describedby={hintId}
        aria-busy={state === 'loading'}
        className="map-box absolute inset-0 focus-visible:-outline-offset-3"
      />
      <p id={hintId} className="sr-only">
        {hint}
      </p>
      {state === 'loading' && <Skeleton className="absolute inset-0 rounded-none" />}
      {state === 'failed' && (
        <div className="absolute inset-0 grid place-items-center bg-card p-6">
          <ErrorNotice title="The map could not be loaded" message={failure} onRetry={onRetry} />
        </div>
      )}
      {state === 'ready' && (
        <>
          {children}
          <div className="absolute top-3 right-3 grid divide-y divide-line overflow-hidden rounded-control border border-line bg-card shadow-card">
            <IconButton label="Zoom in" className="rounded-none" onClick={() => onZoom(1)}>
              <Plus size={19} aria-hidden="true" />
            </IconButton>
            <IconButton label="Zoom out" className="rounded-none" onClick={() => onZoom(-1)}>
              <Minus size={19} aria-hidden="true" />
            </IconButton>
            {tools}
          </div>
          <MapCredit tiles={tiles} />
        </>
      )}
    </section>
  )
}
