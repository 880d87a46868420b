import { BellPlus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { withWayBack } from '../../domain/access/rules.ts'
import { writeDiscoverState } from '../../domain/discover/state.ts'
import { useViewer } from '../app-state.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import type { Discovering } from './use-discover-state.ts'

const SaveSearchDialog = lazy(() => import('./save-search-dialog.tsx'))

type SaveSearchProps = Pick<Discovering, 'state' | 'city'> & {
  /** Beside a field on a phone there is room for its picture only. */
  isBare?: boolean
}

/** Turns what is looked for into news of it; a stranger signs in first and comes back here. */
export function SaveSearch({ state, city, isBare = false }: SaveSearchProps) {
  const viewer = useViewer()
  const dialog = useLazyOpen()
  const { pathname, search } = useLocation()
  const content = (
    <>
      <BellPlus size={16} aria-hidden="true" /> <span className={isBare ? 'max-sm:sr-only' : undefined}>Get alerts</span>
    </>
  )
  if (!viewer) {
    return (
      <LinkButton size="small" to={withWayBack('/login', pathname + search)}>
        {content}
      </LinkButton>
    )
  }
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={dialog.open}>
        {content}
      </Button>
      {dialog.wasOpened && (
        <Suspense>
          <SaveSearchDialog key={writeDiscoverState(state)} state={state} city={city} isOpen={dialog.isOpen} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
