import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { createStore, useStore } from './store.ts'

const lesson = createStore({ open: true, title: 'Heaps' })
const Title = () => useStore(lesson, ({ title }) => title)

test('a store tells each listener once of another value, and none of the same', () => {
  const store = createStore('light')
  const listener = vi.fn()
  store.subscribe(listener)
  store.subscribe(listener)
  store.set('light')
  expect(listener).not.toHaveBeenCalled()
  store.set('dark')
  expect(store.read()).toBe('dark')
  expect(listener).toHaveBeenCalledOnce()
})

test('a listener that another one ends while they are told hears nothing', () => {
  const store = createStore(0)
  const ended = vi.fn()
  const last = vi.fn()
  store.subscribe(() => end())
  const end = store.subscribe(ended)
  store.subscribe(last)
  store.set(1)
  expect(ended).not.toHaveBeenCalled()
  expect(last).toHaveBeenCalledOnce()
})

test('a page that the server draws shows what is in a store', () => {
  expect(renderToStaticMarkup(createElement(Title))).toBe('Heaps')
})
