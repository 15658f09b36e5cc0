// A component that is drawn again only when one of its properties is another one; its own hooks draw it again as ever.
import { Component, createElement, type ComponentType, type FunctionComponent } from "preact";
import { useRef } from "preact/hooks";
import { share } from "./state/share";

const differ = (a: Record<string, unknown>, b: Record<string, unknown>): boolean =>
  Object.keys(a).length !== Object.keys(b).length || Object.keys(b).some((key) => a[key] !== b[key]);

export function memo<P extends object>(Drawn: FunctionComponent<P>): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return differ(this.props as Record<string, unknown>, next as Record<string, unknown>);
    }
    override render() {
      return createElement(Drawn, this.props);
    }
  };
}

/** A value made anew at every drawing: the old one where nothing in it has changed. */
export function useShared<T>(value: T): T {
  const last = useRef(value);
  return (last.current = share(last.current, value));
}
