import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type InputProps, listIn, textsOf } from './field-props.ts'
import { focusQuestionOf, Question } from './question.tsx'

/** All options in the order of the answer. Those that it does not have follow. */
function putInOrder<Option extends { id: string }>(options: readonly Option[], answer: readonly string[]): Option[] {
  const placed = answer.flatMap((id) => options.find((option) => option.id === id) ?? [])
  return [...placed, ...options.filter((option) => !placed.includes(option))]
}

/** Puts options in order: by dragging, or with the buttons of each row. The order is no answer before the person has said so. */
export function RankingInput(props: InputProps<'ranking'>) {
  const { field, value, onChange } = props
  const answer = listIn(value)
  const ordered = putInOrder(field.options, answer)
  const ids = ordered.map(({ id }) => id)
  const move = (moved: ReadonlySet<string>, to: number) => {
    const rest = ids.filter((id) => !moved.has(id))
    const before = ids.slice(0, to).filter((id) => !moved.has(id)).length
    onChange([...rest.slice(0, before), ...ids.filter((id) => moved.has(id)), ...rest.slice(before)])
  }
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': ordered.find(({ id }) => id === key)?.label ?? '' })),
    onReorder: ({ keys, target }) => {
      const at = ids.indexOf(String(target.key))
      move(new Set([...keys].map(String)), target.dropPosition === 'before' ? at : at + 1)
    },
  })
  const texts = textsOf(props)
  return (
    <Question {...texts} onClear={texts.isOptional && answer.length > 0 ? () => onChange(null) : undefined}>
      <GridList
        aria-label={field.label}
        items={ordered}
        // A row is drawn again when its position changes, although its option stays the same.
        dependencies={[ids.join()]}
        dragAndDropHooks={dragAndDropHooks}
        className="grid gap-2"
      >
        {(option) => {
          const at = ids.indexOf(option.id)
          return (
            <GridListItem
              id={option.id}
              textValue={option.label}
              className="flex min-h-12 items-center gap-1 rounded-control border border-line bg-card pl-1 outline-none data-dragging:opacity-55 data-focus-visible:outline-[2.5px] data-focus-visible:outline-court"
            >
              <AriaButton
                slot="drag"
                aria-label={`Drag ${option.label}`}
                className="grid size-11 flex-none cursor-grab place-items-center rounded-control text-soft outline-none data-focus-visible:outline-[2.5px] data-focus-visible:outline-court"
              >
                <GripVertical size={18} aria-hidden="true" />
              </AriaButton>
              <span className="w-6 flex-none font-strong tabular-nums">{answer.length > 0 ? `${at + 1}.` : ''}</span>
              <span className="min-w-0 flex-1 wrap-anywhere">{option.label}</span>
              <MoveButton label={`Move ${option.label} up`} isAtEnd={at === 0} onMove={() => move(new Set([option.id]), at - 1)}>
                <ArrowUp size={18} aria-hidden="true" />
              </MoveButton>
              <MoveButton
                label={`Move ${option.label} down`}
                isAtEnd={at === ids.length - 1}
                onMove={() => move(new Set([option.id]), at + 2)}
              >
                <ArrowDown size={18} aria-hidden="true" />
              </MoveButton>
            </GridListItem>
          )
        }}
      </GridList>
      {answer.length < ids.length && (
        <p className="flex flex-wrap items-center gap-3 text-small text-soft">
          Move the choices until they are in your order.
          <Button
            size="small"
            onClick={(event) => {
              focusQuestionOf(event)
              onChange(ids)
            }}
          >
            This order is right
          </Button>
        </p>
      )}
    </Question>
  )
}

type MoveButtonProps = { label: string; isAtEnd: boolean; onMove: () => void; children: ReactNode }

/** It is not really disabled at the end, because it would lose the focus there. */
function MoveButton({ label, isAtEnd, onMove, children }: MoveButtonProps) {
  return (
    <IconButton label={label} aria-disabled={isAtEnd} onClick={isAtEnd ? undefined : onMove} className="aria-disabled:opacity-55">
      {children}
    </IconButton>
  )
}
