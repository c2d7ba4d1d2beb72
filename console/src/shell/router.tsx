import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { type ComponentType, createElement } from 'react'
import { readSearch, textsOf, writeSearch } from '../kit/url-state.ts'
import type { Room } from '../rooms/rooms.ts'
import { Layout } from './Layout.tsx'
import { NotFound } from './NotFound.tsx'

/** One route a room, one for its records and one for each further page. */
export function routerFor(rooms: readonly Room[]) {
  const root = createRootRoute({ component: Layout, notFoundComponent: NotFound, validateSearch: textsOf })
  const first = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      if (rooms[0]) throw redirect({ to: `/${rooms[0].path}` })
    },
    component: NotFound,
  })
  const at = (path: string, component: ComponentType) =>
    createRoute({ getParentRoute: () => root, path, component: component as never })
  const routes = rooms.flatMap(({ path, load, loadRecord, pages = {} }) => [
    at(path, lazyRouteComponent(load) as ComponentType),
    ...Object.entries(pages).map(([page, loadPage]) =>
      at(`${path}/${page}`, lazyRouteComponent(loadPage) as ComponentType),
    ),
    ...(loadRecord ? [recordRoute(`${path}/$uid`, loadRecord)] : []),
  ])

  function recordRoute(path: string, loadRecord: NonNullable<Room['loadRecord']>) {
    const Record = lazyRouteComponent(loadRecord) as unknown as ComponentType<{ uid: string }>
    const route = createRoute({
      getParentRoute: () => root,
      path,
      component: () => {
        const { uid } = route.useParams() as { uid: string }
        return createElement(Record, { uid, key: uid })
      },
    })
    return route
  }

  return createRouter({
    routeTree: root.addChildren([first, ...routes]),
    basepath: '/console',
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}
