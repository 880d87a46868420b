import { ArrowLeft, Map as MapIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { getSearchBounds } from '../../domain/discover/state.ts'
import { lazyAfterPaint } from '../ui/after-paint.ts'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { useIsWide } from '../ui/use-media.ts'
import type { DiscoverControls } from './use-discover-state.ts'

/** The list comes first, on every screen. */
const PointsMap = lazyAfterPaint(async () => (await import('../maps/points-map.tsx')).PointsMap)

type SplitViewProps = Pick<DiscoverControls, 'state' | 'change'> &
  Partial<Pick<ComponentProps<typeof PointsMap>, 'bounds'>> &
  Pick<ComponentProps<typeof PointsMap>, 'points' | 'highlightedId' | 'onHighlight' | 'renderCard' | 'onView' | 'note'> & {
    list: ReactNode
    /** The title above the map on a phone. */
    title: string
    mapLabel: string
  }

const mapParameterValue = 'map'

/** A list with a map: side by side on wide screens. Elsewhere the map opens over the list, and Back closes it. */
export function SplitView({ state, change, bounds = getSearchBounds(state), list, title, mapLabel, ...rest }: SplitViewProps) {
  const isWide = useIsWide()
  const [params] = useSearchParams()
  const isMapOpen = !isWide && params.get('show') === mapParameterValue
  // We draw the map only where it is visible.
  const map = (className: string) => (
    <Suspense fallback={<div className={joinClasses('bg-wash', className)} />}>
      <PointsMap
        label={mapLabel}
        bounds={bounds}
        onSearch={(view) => change({ ...state, view }, { replace: !isWide })}
        className={className}
        {...rest}
      />
    </Suspense>
  )
  return (
    <div data-split="" className="lg:-mb-16 lg:grid lg:grid-cols-[minmax(0,46fr)_minmax(0,54fr)] lg:items-start">
      <div inert={isMapOpen} className="min-w-0 lg:min-h-[calc(100dvh-4.0625rem)] lg:border-r lg:border-line lg:pb-16">
        {list}
        {!isWide && <MapButton />}
      </div>
      {isWide && <div className="sticky top-[4.0625rem] h-[calc(100dvh-4.0625rem)]">{map('size-full')}</div>}
      {isMapOpen && <MapOverlay title={title}>{map('min-h-0 flex-1')}</MapOverlay>}
    </div>
  )
}

function MapButton() {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const open = () => {
    const next = new URLSearchParams(params)
    next.set('show', mapParameterValue)
    void navigate({ pathname, search: `?${next}` }, { preventScrollReset: true, state: { cameFromList: true } })
  }
  return (
    <div className="pointer-events-none sticky bottom-24 z-10 mt-4 flex justify-center sm:bottom-6">
      <button
        type="button"
        onClick={open}
        className="pointer-events-auto inline-flex min-h-11.5 items-center gap-2 rounded-full bg-ink px-5 font-strong text-paper shadow-card"
      >
        <MapIcon size={18} aria-hidden="true" /> Map
      </button>
    </div>
  )
}

function MapOverlay({ title, children }: { title: string; children: ReactNode }) {
  const [params] = useSearchParams()
  const { pathname, state } = useLocation() as { pathname: string; state: { cameFromList?: boolean } | null }
  const navigate = useNavigate()
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus({ preventScroll: true }), [])
  const close = () => {
    // A user who opened the link to the map directly has no list in their history to go back to.
    if (state?.cameFromList) return void navigate(-1)
    const next = new URLSearchParams(params)
    next.delete('show')
    void navigate({ pathname, search: next.size > 0 ? `?${next}` : '' }, { replace: true, preventScrollReset: true })
  }
  return (
    <section aria-label="Map of the results" className="fixed inset-0 z-30 flex flex-col bg-paper">
      <header className="flex items-center gap-2 border-b border-line bg-card px-3 pt-[max(0.5rem,env(safe-area-inset-top))] pb-2">
        <Button ref={back} variant="quiet" size="small" onClick={close}>
          <ArrowLeft size={18} aria-hidden="true" /> List
        </Button>
        <p className="min-w-0 truncate font-strong">{title}</p>
      </header>
      {children}
    </section>
  )
}
