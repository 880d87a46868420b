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
  ownTopic: OwnTopic
  onChange: (topics: TopicForm[]) => void
}

const isSameTopic = (a: TopicForm, b: TopicForm) => topicNameKey(a.name) === topicNameKey(b.name)

/** The topics of a community that does not exist yet: suggestions to turn on, and own ones. */
export function TopicsField({ topics, suggestions, ownTopic, onChange }: TopicsFieldProps) {
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
      {isFull ? (
        <p className="text-soft">A community can have up to {maxTopics} topics. Remove one to add another.</p>
      ) : (
        <OwnTopicForm ownTopic={ownTopic} />
      )}
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

type TypedTopic = { name: string; description: string }
const nothingTyped: TypedTopic = { name: '', description: '' }

/** A topic that somebody types. The page keeps it, so that it is not lost when they go to another page without adding it. */
export function useOwnTopic(topics: readonly TopicForm[], onChange: (topics: TopicForm[]) => void) {
  const [typed, setTyped] = useState(nothingTyped)
  const [errors, setErrors] = useState<Partial<TypedTopic>>({})
  /** Returns false if the topic has an error, which the form then shows. */
  const add = (): boolean => {
    const { success, output, issues } = v.safeParse(TopicForm, typed)
    if (!success) {
      const { nested } = v.flatten<typeof TopicForm>(issues)
      setErrors({
        ...(nested?.name && { name: nested.name[0] }),
        ...(nested?.description && { description: nested.description[0] }),
      })
      return false
    }
    if (topics.some((topic) => isSameTopic(topic, output))) {
      setErrors({ name: 'You already have a topic with this name.' })
      return false
    }
    onChange([...topics, output])
    setTyped(nothingTyped)
    setErrors({})
    return true
  }
  const isTyped = typed.name.trim() !== '' || typed.description.trim() !== ''
  /** Adds what was typed, if there is something and a place for it. */
  const addIfTyped = () => !isTyped || topics.length >= maxTopics || add()
  return { typed, setTyped, errors, add, addIfTyped }
}

type OwnTopic = ReturnType<typeof useOwnTopic>

function OwnTopicForm({ ownTopic: { typed, setTyped, errors, add } }: { ownTopic: OwnTopic }) {
  const nameField = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add()) nameField.current?.focus()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 rounded-card border border-line bg-card p-4">
      <TextField
        ref={nameField}
        label="Your own topic"
        value={typed.name}
        limit={maxTopicNameLength}
        autoComplete="off"
        onChange={({ target }) => setTyped({ ...typed, name: target.value })}
        error={errors.name}
      />
      <TextField
        label="What it is about"
        isOptional
        value={typed.description}
        limit={maxTopicDescriptionLength}
        autoComplete="off"
        onChange={({ target }) => setTyped({ ...typed, description: target.value })}
        error={errors.description}
      />
      <Button type="submit" size="small" className="justify-self-start">
        <Plus size={16} aria-hidden="true" /> Add topic
      </Button>
    </form>
  )
}
