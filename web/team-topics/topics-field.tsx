import { Plus, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { maxTopicDescriptionLength, maxTopicNameLength, maxTopics, TopicForm } from '../../domain/team-topics/contract.ts'
import { topicNameKey } from '../../domain/team-topics/rules.ts'
import { Button } from '../ui/button.tsx'
import { ToggleChip } from '../ui/chip.tsx'
import { TextField } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'

type TopicsFieldProps = {
  topics: readonly TopicForm[]
  suggestions: readonly TopicForm[]
  onChange: (topics: TopicForm[]) => void
}

const isSameTopic = (a: TopicForm, b: TopicForm) => topicNameKey(a.name) === topicNameKey(b.name)

/** The topics of a community that does not exist yet: suggestions to turn on, and own ones. */
export function TopicsField({ topics, suggestions, onChange }: TopicsFieldProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusAfterRemoval(heading, topics.length)
  const isFull = topics.length >= maxTopics
  const has = (topic: TopicForm) => topics.some((other) => isSameTopic(other, topic))
  const remove = (topic: TopicForm) => onChange(topics.filter((other) => !isSameTopic(other, topic)))
  return (
    <div className="grid gap-7">
      <fieldset className="flex min-w-0 flex-wrap gap-x-2 gap-y-2.5">
        <legend className="mb-2.5 text-small font-strong">Suggestions</legend>
        {suggestions.map((topic) => (
          <ToggleChip
            key={topic.name}
            isOn={has(topic)}
            isDisabled={isFull && !has(topic)}
            onToggle={() => (has(topic) ? remove(topic) : onChange([...topics, topic]))}
          >
            {topic.name}
          </ToggleChip>
        ))}
      </fieldset>
      <OwnTopic isFull={isFull} isTaken={(topic) => has(topic)} onAdd={(topic) => onChange([...topics, topic])} />
      <div className="grid gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-title outline-none">
          Your topics
        </h2>
        {topics.length === 0 ? (
          <p className="text-soft">None yet. You can add them later too.</p>
        ) : (
          <ul className="border-b border-line">
            {topics.map((topic) => (
              <li key={topic.name} className="flex min-h-15 items-center gap-3 border-t border-line py-2">
                <span className="grid min-w-0 flex-1">
                  <span className="font-strong wrap-anywhere">{topic.name}</span>
                  <span className="text-small text-soft wrap-anywhere">{topic.description}</span>
                </span>
                <IconButton label={`Remove ${topic.name}`} onClick={() => remove(topic)}>
                  <X size={18} aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

type OwnTopicProps = { isFull: boolean; isTaken: (topic: TopicForm) => boolean; onAdd: (topic: TopicForm) => void }

function OwnTopic({ isFull, isTaken, onAdd }: OwnTopicProps) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [errors, setErrors] = useState<{ name?: string; description?: string }>({})
  const nameField = useRef<HTMLInputElement>(null)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const { success, output, issues } = v.safeParse(TopicForm, { name, description })
    if (!success) {
      const { nested } = v.flatten<typeof TopicForm>(issues)
      return setErrors({
        ...(nested?.name && { name: nested.name[0] }),
        ...(nested?.description && { description: nested.description[0] }),
      })
    }
    if (isTaken(output)) return setErrors({ name: 'You already have a topic with this name.' })
    onAdd(output)
    setName('')
    setDescription('')
    setErrors({})
    nameField.current?.focus()
  }
  if (isFull) return <p className="text-soft">A community can have up to {maxTopics} topics. Remove one to add another.</p>
  return (
    <form noValidate onSubmit={add} className="grid gap-4 rounded-card border border-line bg-card p-4">
      <TextField
        ref={nameField}
        label="Your own topic"
        value={name}
        limit={maxTopicNameLength}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
        error={errors.name}
      />
      <TextField
        label="What it is about"
        isOptional
        value={description}
        limit={maxTopicDescriptionLength}
        autoComplete="off"
        onChange={({ target }) => setDescription(target.value)}
        error={errors.description}
      />
      <Button type="submit" size="small" className="justify-self-start">
        <Plus size={16} aria-hidden="true" /> Add topic
      </Button>
    </form>
  )
}
