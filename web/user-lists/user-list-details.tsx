import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Ellipsis, PencilLine, Trash2, X } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { UserList, UserListItem } from '../../domain/user-lists/contract.ts'
import { MessageButton } from '../messages/message-button.tsx'
import { PersonRow, PersonRowsLoading } from '../profiles/person-row.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { readError } from '../ui/read-error.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { AddPeople } from './add-people.tsx'
import { ListNameDialog } from './list-name-dialog.tsx'
import { deletingList, isUnsaved, removingFromList, userList } from './queries.ts'

const loadBlockDialog = () => import('../privacy/block-dialog.tsx')
const BlockDialog = lazy(loadBlockDialog)

type UserListDetailsProps = { listId: string; hasBackLink: boolean; onDeleted: () => void }

export function UserListDetails({ listId, hasBackLink, onDeleted }: UserListDetailsProps) {
  const { data, error, refetch, isFetching } = useQuery(userList(listId))
  return (
    <section aria-label={data?.name ?? 'A list'} className="grid min-w-0 gap-6">
      {hasBackLink && (
        <Link to="/user-list" className="-mb-4 flex min-h-11 items-center gap-2 justify-self-start font-strong text-court">
          <ArrowLeft size={18} aria-hidden="true" /> Your lists
        </Link>
      )}
      {data ? (
        <ListContent list={data} isTitle={hasBackLink} onGone={onDeleted} />
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <PersonRowsLoading label="Loading the list" />
      )}
    </section>
  )
}

type OpenDialog = 'rename' | 'delete' | 'block' | null

function ListContent({ list, isTitle, onGone }: { list: UserList; isTitle: boolean; onGone: () => void }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const [announcement, setAnnouncement] = useState('')
  const deletion = useMutation(deletingList)
  const close = () => setOpenDialog(null)
  const { uid, name, userListItems: items } = list
  const Heading = isTitle ? 'h1' : 'h2'
  return (
    <>
      <header className="flex items-start justify-between gap-3">
        <Heading className={isTitle ? undefined : 'pt-2 text-heading'}>{name}</Heading>
        <div className="flex flex-none items-center gap-1.5">
          {items.length > 0 && (
            <Button
              onPointerEnter={() => void loadBlockDialog()}
              onFocus={() => void loadBlockDialog()}
              onClick={() => setOpenDialog('block')}
            >
              Block
            </Button>
          )}
          <Menu
            label={`More for ${name}`}
            entries={[
              { id: 'rename', label: 'Rename', icon: <PencilLine size={18} aria-hidden="true" />, onPress: () => setOpenDialog('rename') },
              {
                id: 'delete',
                label: 'Delete',
                icon: <Trash2 size={18} aria-hidden="true" />,
                isDangerous: true,
                onPress: () => setOpenDialog('delete'),
              },
            ]}
          >
            <Ellipsis size={20} aria-hidden="true" />
          </Menu>
        </div>
      </header>
      <AddPeople
        listId={uid}
        listedIds={items.flatMap((item) => item.uid ?? [])}
        onAdded={(addedName) => setAnnouncement(`${addedName} is on the list.`)}
      />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {items.length === 0 ? (
        <EmptyState title="Nobody is on this list yet">Add people by name, or by email if they have no account yet.</EmptyState>
      ) : (
        <ListItems listId={uid} items={items} />
      )}
      {openDialog === 'rename' && <ListNameDialog list={list} onClose={close} />}
      <ConfirmDialog
        title={`Delete “${name}”?`}
        confirmLabel="Delete the list"
        isDangerous
        isOpen={openDialog === 'delete'}
        onClose={close}
        onConfirm={async () => {
          await deletion.mutateAsync(uid)
          onGone()
        }}
      >
        <p>This permanently deletes the list. People on it are not notified. People you blocked stay blocked.</p>
      </ConfirmDialog>
      {openDialog === 'block' && (
        <Suspense>
          <BlockDialog listId={uid} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function ListItems({ listId, items }: { listId: string; items: readonly UserListItem[] }) {
  const listElement = useRef<HTMLUListElement>(null)
  const remove = useMutation({
    ...removingFromList,
    onError: (error, ...rest) => {
      removingFromList.onError?.(error, ...rest)
      showSnackbar(readError(error).message, { duration: 5000, tone: 'alarm' })
    },
  })
  return (
    <ul ref={listElement} aria-label="People" tabIndex={-1} className="outline-none">
      {items.map((item) => (
        <PersonRow
          key={item.id}
          face={{ id: item.uid ?? item.id, name: item.displayName, pictureUrl: item.pictureUrl }}
          isAddress={item.email !== null}
          note={item.isBlocked ? 'Blocked' : undefined}
        >
          {item.uid !== null && !item.isBlocked && <MessageButton userId={item.uid} name={item.displayName} size="small" />}
          <IconButton
            label={`Remove ${item.displayName}`}
            disabled={isUnsaved(item)}
            className="-mr-2 text-soft"
            onClick={() => {
              remove.mutate({ listId, itemId: item.id })
              // The pressed button disappears with its row, so the focus moves to the list.
              listElement.current?.focus({ preventScroll: true })
            }}
          >
            <X size={18} aria-hidden="true" />
          </IconButton>
        </PersonRow>
      ))}
    </ul>
  )
}
