import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { isId } from '../../api/shop-apps';

/** Returns the URL of an object's screen. Returns undefined if the resource type has no screen. */
export function objectAddress(type: string, id: string): string | undefined {
  return ['orders', 'products', 'variants', 'customers', 'codes', 'meta'].includes(type)
    ? `/${type}/${id}`
    : undefined;
}

/**
 * Returns the URL of the object to which a metadata entry belongs. `name` is the object's id or lookup key, such as
 * an order number.
 */
export function resourceAddress(type: string, name: string): string | undefined {
  if (isId(name)) return objectAddress(type, name);
  return type === 'orders' && /^\d+$/.test(name) ? `/orders?q=${name}` : undefined;
}

/** A link to an object's screen. Plain text if the resource type has no screen. */
export function ObjectLink({
  type,
  id,
  children,
}: {
  type: string;
  id: string;
  children?: ReactNode;
}): ReactNode {
  const address = objectAddress(type, id);
  return address === undefined ? (children ?? id) : <Link to={address}>{children ?? id}</Link>;
}

/** A link from a list row to an object. Stores the list's filters for the link back to the list. */
export function RowLink({ to, children }: { to: string; children: ReactNode }): ReactNode {
  const { search } = useLocation();
  return (
    <Link to={to} state={{ search }}>
      {children}
    </Link>
  );
}
