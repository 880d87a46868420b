import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Ellipsis, PencilLine, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ActivityId } from '../../../domain/activities.ts'
import { maxTopics, type TeamTopic } from '../../../domain/team-topics/contract.ts'
import { topicNameKey } from '../../../domain/team-topics/rules.ts'
import { suggestTopics } from '../../../domain/team-topics/suggestions.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Section } from '../../ui/section.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { Loading, SkeletonText } from '../../ui/skeleton.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { deletingTopic, orderingTopics, savingTopic, teamTopics } from './manage-queries.ts'
import { TopicDialog } from './topic-dialog.tsx'

type TopicsSectionProps = { id: string; activity: ActivityId | null }

/** The topics of a community. Each change is saved at once. */
export function TopicsSection({ id, activity }: TopicsSectionProps) {
  const { data: topics, error, isFetching, refetch } = useQuery(teamTopics(id))
  return (
    <Section title="Topics" intro="Members choose for each topic whether they want to hear of it. Changes here are saved at once.">
      {topics ? (
        <Topics id={id} topics={topics} activity={activity} />
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Loading label="Loading the topics">
          <SkeletonText lines={3} />
        </Loading>
      )}
    </Section>
  )
}

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'remove'; topic: TeamTopic }

function Topics({ id, topics, activity }: TopicsSectionProps & { topics: readonly TeamTopic[] }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const add = useMutation({ ...savingTopic(id, null), onError: showFailure })
  const remove = useMutation(deletingTopic(id))
  const order = useMutation({ ...orderingTopics(id), onError: showFailure })
  const summary = useRef<HTMLParagraphElement>(null)
  useFocusAfterRemoval(summary, topics.length)
  const isFull = topics.length >= maxTopics
  const used = topics.map(({ name }) => topicNameKey(name))
  const suggestions = isFull ? [] : suggestTopics(activity).filter(({ name }) => !used.includes(topicNameKey(name)))
  const close = () => setDialog(null)
  const move = (from: number, to: number) => {
    const ids = topics.map((topic) => topic.id)
    const [moved = ''] = ids.splice(from, 1)
    order.mutate(ids.toSpliced(to, 0, moved))
  }
  return (
    <>
      <p ref={summary} tabIndex={-1} className="text-small text-soft outline-none">
        {topics.length === 0 ? 'No topics yet.' : `${topics.length} of up to ${maxTopics} topics.`}
      </p>
      {topics.length > 0 && (
        <ul aria-label="Topics" className="border-b border-line">
          {topics.map((topic, index) => (
            <li key={topic.id} className="flex min-h-15 items-center gap-3 border-t border-line py-2">
              <span className="grid min-w-0 flex-1">
                <span className="font-strong wrap-anywhere">{topic.name}</span>
                {topic.description && <span className="text-small text-soft wrap-anywhere">{topic.description}</span>}
              </span>
              <Menu
                label={`Options for ${topic.name}`}
                entries={[
                  {
                    id: 'edit',
                    label: 'Edit',
                    icon: <PencilLine size={17} aria-hidden="true" />,
                    onPress: () => setDialog({ kind: 'edit', topic }),
                  },
                  {
                    id: 'up',
                    label: 'Move up',
                    icon: <ArrowUp size={17} aria-hidden="true" />,
                    isDisabled: index === 0 || order.isPending,
                    onPress: () => move(index, index - 1),
                  },
                  {
                    id: 'down',
                    label: 'Move down',
                    icon: <ArrowDown size={17} aria-hidden="true" />,
                    isDisabled: index === topics.length - 1 || order.isPending,
                    onPress: () => move(index, index + 1),
                  },
                  {
                    id: 'remove',
                    label: 'Remove',
                    icon: <Trash2 size={17} aria-hidden="true" />,
                    isDangerous: true,
                    startsGroup: true,
                    onPress: () => setDialog({ kind: 'remove', topic }),
                  },
                ]}
              >
                <Ellipsis size={20} aria-hidden="true" />
              </Menu>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="text-soft">A community can have up to {maxTopics} topics. Remove one to add another.</p>
      ) : (
        <div className="flex flex-wrap gap-2.5">
          <Button aria-haspopup="dialog" onClick={() => setDialog({ kind: 'add' })}>
            <Plus size={17} aria-hidden="true" /> Add a topic
          </Button>
        </div>
      )}
      {suggestions.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-small font-strong">Suggestions</h3>
          <ul aria-label="Suggestions" className="flex flex-wrap gap-x-2 gap-y-3">
            {suggestions.map((topic) => (
              <li key={topic.name}>
                <Button size="small" disabled={add.isPending} onClick={() => add.mutate(topic)}>
                  <Plus size={15} aria-hidden="true" /> <span className="sr-only">Add </span>
                  {topic.name}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {(dialog?.kind === 'add' || dialog?.kind === 'edit') && (
        <TopicDialog teamId={id} topic={dialog.kind === 'edit' ? dialog.topic : null} onClose={close} />
      )}
      {dialog?.kind === 'remove' && (
        <ConfirmDialog
          title={`Remove ${dialog.topic.name}?`}
          confirmLabel="Remove"
          cancelLabel="Keep it"
          isDangerous
          isOpen
          onClose={close}
          onConfirm={() => remove.mutateAsync(dialog.topic.id)}
        >
          <p>Nothing can be announced under it any longer, and what members chose for it is forgotten.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
