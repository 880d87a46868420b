import { ListChecks, MapPin, QrCode } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Viewer } from '../../domain/access/contract.ts'
import { useViewer } from '../app-state.ts'
import { PersonPicker } from '../profiles/person-picker.tsx'
import { Button } from '../ui/button.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Tabs, useSelectedTab } from '../ui/tabs.tsx'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import { ConnectedList } from './connected-list.tsx'
import { FollowingList } from './following-list.tsx'
import { RequestLists } from './request-lists.tsx'
import { useOutcomes, useRequests } from './use-requests.ts'

const QrDialog = lazy(() => import('../profiles/qr-dialog.tsx'))

const tabNames = ['connections', 'requests', 'following'] as const

const linkClasses = 'inline-flex min-h-11 items-center gap-2 font-strong text-court underline-offset-3 hover:underline'

/** The user's connections, connection requests, and the people they follow. */
export default function ConnectPage() {
  const viewer = useViewer()
  return viewer && <Connect viewer={viewer} />
}

function Connect({ viewer }: { viewer: Viewer }) {
  const navigate = useNavigate()
  const [selected, select] = useSelectedTab(tabNames)
  const received = useRequests('received')
  const outcomes = useOutcomes()
  const receivedCount = received.people.filter((connection) => !outcomes.get(connection)).length
  return (
    <div className={pageFrame('narrow', 'grid gap-5 pt-2 sm:pt-8')}>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1>Connect</h1>
        <MyQrCode viewer={viewer} />
      </header>
      <PersonPicker label="Find people" placeholder="Search by name" onPick={({ id }) => void navigate(`/profile/${id}`)} />
      <nav aria-label="More people" className="-mt-2 flex flex-wrap gap-x-6">
        <Link to="/localconnect" className={linkClasses}>
          <MapPin size={17} aria-hidden="true" /> Players near you
        </Link>
        <Link to="/user-list" className={linkClasses}>
          <ListChecks size={17} aria-hidden="true" /> Your lists
        </Link>
      </nav>
      <Tabs
        label="Connect"
        selected={selected}
        onSelect={select}
        tabs={[
          { name: 'connections', label: 'Connections', panel: <ConnectedList /> },
          {
            name: 'requests',
            label: 'Requests',
            ...(receivedCount > 0 ? { count: receivedCount } : {}),
            panel: <RequestLists received={received} outcomes={outcomes} />,
          },
          { name: 'following', label: 'Following', panel: <FollowingList userId={viewer.id} /> },
        ]}
      />
    </div>
  )
}

/** Two people who meet in person can scan this code instead of typing a name. */
function MyQrCode({ viewer: { id, name } }: { viewer: Viewer }) {
  const { isOpen, wasOpened, open, close } = useLazyOpen()
  return (
    <>
      <Button size="small" onClick={open} aria-haspopup="dialog">
        <QrCode size={17} aria-hidden="true" /> My QR code
      </Button>
      {wasOpened && (
        <Suspense>
          <QrDialog userId={id} name={name} isMe isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
