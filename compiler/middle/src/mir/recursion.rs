//! Which functions can call themselves, directly or not.
//!
//! *Invariant:* the work is linear in the number of functions and of calls, and needs no deep stack.

use super::data::FuncId;
use crate::base::IndexVec;

/// The functions that lie on a cycle of the graph of calls (Tarjan's strongly connected components).
pub fn on_cycles(callees: &IndexVec<FuncId, Vec<FuncId>>) -> IndexVec<FuncId, bool> {
    let mut search = Search {
        callees,
        numbers: IndexVec::filled(None, callees.len()),
        lowest: IndexVec::filled(0, callees.len()),
        open: Vec::new(),
        is_open: IndexVec::filled(false, callees.len()),
        found: IndexVec::filled(false, callees.len()),
        count: 0,
    };
    for id in callees.ids() {
        if search.numbers[id].is_none() {
            search.from(id);
        }
    }
    search.found
}

struct Search<'a> {
    callees: &'a IndexVec<FuncId, Vec<FuncId>>,
    /// The functions in the order in which they were come to.
    numbers: IndexVec<FuncId, Option<usize>>,
    /// The first open function that can be reached.
    lowest: IndexVec<FuncId, usize>,
    /// Functions whose component is not known yet.
    open: Vec<FuncId>,
    is_open: IndexVec<FuncId, bool>,
    found: IndexVec<FuncId, bool>,
    count: usize,
}

impl Search<'_> {
    fn from(&mut self, start: FuncId) {
        // Functions on the way, each with the number of its calls that were followed.
        let mut way = vec![(start, 0)];
        self.enter(start);
        while let Some((id, next)) = way.last_mut() {
            let id = *id;
            let Some(&callee) = self.callees[id].get(*next) else {
                way.pop();
                self.leave(id);
                if let Some((caller, _)) = way.last() {
                    self.lowest[*caller] = self.lowest[*caller].min(self.lowest[id]);
                }
                continue;
            };
            *next += 1;
            match self.numbers[callee] {
                None => {
                    self.enter(callee);
                    way.push((callee, 0));
                }
                Some(number) if self.is_open[callee] => {
                    self.lowest[id] = self.lowest[id].min(number);
                    self.found[id] |= callee == id;
                }
                Some(_) => {}
            }
        }
    }

    fn enter(&mut self, id: FuncId) {
        self.numbers[id] = Some(self.count);
        self.lowest[id] = self.count;
        self.count += 1;
        self.open.push(id);
        self.is_open[id] = true;
    }

    /// All calls of a function were followed: if nothing before it can be reached, what is still open is its component.
    fn leave(&mut self, id: FuncId) {
        if self.numbers[id] != Some(self.lowest[id]) {
            return;
        }
        let at = self.open.iter().rposition(|open| *open == id);
        let component = self.open.split_off(at.expect("an open function"));
        for member in &component {
            self.is_open[*member] = false;
            self.found[*member] |= component.len() > 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Id;

    fn found(calls: &[&[usize]]) -> Vec<bool> {
        let ids = |calls: &&[usize]| calls.iter().map(|k| FuncId::from_index(*k)).collect();
        let callees: IndexVec<FuncId, Vec<FuncId>> = calls.iter().map(ids).collect();
        on_cycles(&callees).as_slice().to_vec()
    }

    #[test]
    fn a_function_is_on_a_cycle_where_calls_lead_back() {
        assert_eq!(found(&[&[0], &[0]]), [true, false]);
        assert_eq!(
            found(&[&[1], &[2], &[1, 3], &[]]),
            [false, true, true, false]
        );
        assert_eq!(found(&[&[1, 2], &[3], &[3], &[]]), [false; 4]);
        assert_eq!(found(&[&[1], &[2], &[0]]), [true; 3]);
    }

    #[test]
    fn long_chains_need_no_stack() {
        let last = 100_000;
        let callees: IndexVec<FuncId, Vec<FuncId>> = (0..=last)
            .map(|k| vec![FuncId::from_index(if k == last { 1 } else { k + 1 })])
            .collect();
        let found = on_cycles(&callees);
        assert_eq!(found.iter().filter(|found| **found).count(), last);
    }
}
