//! Conditions of a query that is put together: only those asked for are in its text, so that the
//! planner sees what it can use an index for.

use uuid::Uuid;

/// What a condition compares with.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Text(String),
    Id(Uuid),
    Big(i64),
    Small(i16),
    Bool(bool),
}

/// Conditions and what they compare with.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    text: Vec<String>,
    pub(super) values: Vec<Value>,
}

impl Conditions {
    /// Keeps a value, and gives the placeholder that stands for it.
    pub(super) fn value(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }

    /// Adds a condition in which `?` stands for the value, if there is one.
    pub(super) fn add(&mut self, condition: &str, value: Option<Value>) {
        if let Some(value) = value {
            let placeholder = self.value(value);
            self.text.push(condition.replace('?', &placeholder));
        }
    }

    /// Asks for one of these.
    pub(super) fn among(&mut self, column: &str, ids: Option<&[Uuid]>) {
        let Some(ids) = ids else { return };
        let placeholders: Vec<_> = ids.iter().map(|id| self.value(Value::Id(*id))).collect();
        self.text
            .push(format!("{column} IN ({})", placeholders.join(", ")));
    }

    /// Adds a condition without a value.
    pub(super) fn when(&mut self, condition: &str, wanted: bool) {
        if wanted {
            self.text.push(condition.to_owned());
        }
    }

    /// All of them.
    pub(super) fn all(&self) -> String {
        if self.text.is_empty() {
            return "TRUE".to_owned();
        }
        self.text.join(" AND ")
    }
}

/// Binds values to a query, in order.
macro_rules! bind_values {
    ($query:expr, $values:expr) => {{
        let mut query = $query;
        for value in $values {
            query = match value {
                $crate::store::conditions::Value::Text(value) => query.bind(value),
                $crate::store::conditions::Value::Id(value) => query.bind(value),
                $crate::store::conditions::Value::Big(value) => query.bind(value),
                $crate::store::conditions::Value::Small(value) => query.bind(value),
                $crate::store::conditions::Value::Bool(value) => query.bind(value),
            };
        }
        query
    }};
}
pub(super) use bind_values;
