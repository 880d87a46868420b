import { BellPlus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { addReturnPath } from '../../domain/access/rules.ts'
import { writeDiscoverState } from '../../domain/discover/state.ts'
import { useViewer } from '../app-state.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import type { DiscoverControls } from './use-discover-state.ts'

const NewAlertDialog = lazy(() => import('./new-alert-dialog.tsx'))

type AlertButtonProps = Pick<DiscoverControls, 'state' | 'city'> & {
  /** Shows only the icon on a phone, where the button stands next to a field. */
  isIconOnlyOnPhone?: boolean
}

/** Opens the dialog that saves the search as an alert. Visitors log in first and then return here. */
export function AlertButton({ state, city, isIconOnlyOnPhone = false }: AlertButtonProps) {
  const viewer = useViewer()
  const dialog = useLazyOpen()
  const { pathname, search } = useLocation()
  const content = (
    <>
      <BellPlus size={16} aria-hidden="true" /> <span className={isIconOnlyOnPhone ? 'max-sm:sr-only' : undefined}>Get alerts</span>
    </>
  )
  if (!viewer) {
    return (
      <LinkButton size="small" to={addReturnPath('/login', pathname + search)}>
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
          <NewAlertDialog key={writeDiscoverState(state)} state={state} city={city} isOpen={dialog.isOpen} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
